import { randomUUID } from 'node:crypto';

/** Current texts by the name of the secret; tests read and set them. */
type Texts = Map<string, string>;

interface Version {
  readonly id: string;
  readonly text: string;
  readonly stages: Set<string>;
}

export interface SecretsManagerAnswer {
  readonly status: number;
  readonly body: object;
}

type Fields = Readonly<Record<string, unknown>>;

const CURRENT = 'AWSCURRENT';
const PREVIOUS = 'AWSPREVIOUS';
const MAX_BYTES = 65_536;

/** Secrets Manager's versions with their staging labels, each of which is on one version of a secret at most. */
export function secretsManagerStandIn(texts: Texts) {
  const versionsOf = new Map<string, Version[]>();

  /** The versions of a secret; a text that a test has set is its newest. */
  const versions = (name: string): Version[] | undefined => {
    const text = texts.get(name);
    if (text === undefined) return undefined;
    const known = versionsOf.get(name) ?? [];
    versionsOf.set(name, known);
    if (holder(known, CURRENT)?.text !== text) {
      const version = { id: randomUUID(), text, stages: new Set<string>() };
      known.push(version);
      attach(known, version, CURRENT);
    }
    return known;
  };

  const put = (name: string, known: Version[], fields: Fields): SecretsManagerAnswer => {
    const { SecretString, ClientRequestToken, VersionStages = [CURRENT] } = fields;
    const [text, id] = [String(SecretString), String(ClientRequestToken)];
    if (Buffer.byteLength(text) > MAX_BYTES) return fault('InvalidParameterException');
    const repeated = known.find((version) => version.id === id);
    if (repeated !== undefined && repeated.text !== text) return fault('ResourceExistsException');
    const version = repeated ?? { id, text, stages: new Set<string>() };
    if (repeated === undefined) known.push(version);
    for (const stage of [VersionStages].flat()) attach(known, version, String(stage));
    return told(name, version, known);
  };

  const move = (name: string, known: Version[], fields: Fields): SecretsManagerAnswer => {
    const { VersionStage, RemoveFromVersionId, MoveToVersionId } = fields;
    const stage = String(VersionStage);
    const from = holder(known, stage);
    const to = known.find(({ id }) => id === MoveToVersionId);
    if (MoveToVersionId !== undefined && to === undefined) return fault('ResourceNotFoundException');
    const named = RemoveFromVersionId === undefined ? undefined : String(RemoveFromVersionId);
    // A label that is attached moves only away from the version that the request names.
    if (named !== undefined && named !== from?.id) return fault('InvalidParameterException');
    if (named === undefined && from !== undefined && from !== to) return fault('InvalidParameterException');
    if (to === undefined) from?.stages.delete(stage);
    else attach(known, to, stage);
    return told(name, undefined, known);
  };

  const told = (name: string, version: Version | undefined, known: Version[]): SecretsManagerAnswer => {
    const current = holder(known, CURRENT);
    if (current !== undefined) texts.set(name, current.text);
    const own = version && { VersionId: version.id, VersionStages: [...version.stages] };
    return { status: 200, body: { ARN: name, Name: name, ...own } };
  };

  return (operation: string, fields: Fields): SecretsManagerAnswer => {
    const name = String(fields.SecretId);
    const known = versions(name);
    if (known === undefined) return fault('ResourceNotFoundException');
    switch (operation) {
      case 'GetSecretValue': {
        const version = holder(known, CURRENT);
        if (version === undefined) return fault('ResourceNotFoundException');
        const { body } = told(name, version, known);
        return { status: 200, body: { ...body, SecretString: version.text } };
      }
      case 'PutSecretValue':
        return put(name, known, fields);
      case 'UpdateSecretVersionStage':
        return move(name, known, fields);
      default:
        return fault('UnknownOperationException');
    }
  };
}

const holder = (known: readonly Version[], stage: string): Version | undefined =>
  known.find(({ stages }) => stages.has(stage));

/** Moving the current label leaves the previous one where it was. */
function attach(known: readonly Version[], version: Version, stage: string): void {
  const from = holder(known, stage);
  if (from === version) return;
  from?.stages.delete(stage);
  version.stages.add(stage);
  if (stage === CURRENT && from !== undefined) attach(known, from, PREVIOUS);
}

const fault = (type: string): SecretsManagerAnswer => ({
  status: 400,
  body: { __type: type, message: 'refused' },
});
