import type { Command } from 'commander';
import { createCallReader, type StoredCall } from '../../lib/aws/call-reader.ts';
import { CliFault } from './fault.ts';
import { parsePlatform } from './options.ts';
import { cleanLines, toFacts, toJson } from './output.ts';
import { type Surroundings, type TargetOptions, withTarget } from './target.ts';

/** `calls show`. */
export function addCalls(program: Command, surroundings: Surroundings): void {
  const calls = program.command('calls').description('calls of the voice platforms');
  const show = calls.command('show').description('a call with its transcript');
  const platform = show.createArgument('<platform>', 'voiceone or voicetwo').argParser(parsePlatform);
  show
    .addArgument(platform)
    .argument('<call id>', "the platform's own id")
    .action(async (integration: 'voiceone' | 'voicetwo', callId: string, _: unknown, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<TargetOptions>();
      const call = await withTarget(surroundings, options, (target) =>
        createCallReader(target).get(integration, callId),
      );
      if (call === undefined) throw new CliFault(`There is no call ${callId} of ${integration}.`);
      surroundings.print(json ? toJson(call) : callText(call));
    });
}

function callText(call: StoredCall): string {
  const facts = toFacts({
    call: `${call.integration} ${call.callId}`,
    account: call.accountId,
    events: call.events.join(', '),
    agent: call.agentId,
    caller: call.caller,
    started: call.startedAt,
    ended: call.endedAt,
    'ended because': call.endedReason,
    recording: call.recordingUrl,
    summary: call.summary,
    'dispatch requests': call.dispatchRequestIds.join('\n'),
  });
  return `${facts}\n\n${call.transcript === undefined ? 'No transcript.' : cleanLines(call.transcript)}`;
}
