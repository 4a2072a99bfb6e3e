import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { type PrivateServer, startPrivateServer } from '../private-server.ts';

/**
 * Implements the one SNS operation that the service calls.
 * @param tell called with each message before it is confirmed
 */
export function startTopicStandIn(
  tell: (message: string) => void,
  host = '127.0.0.1',
): Promise<PrivateServer> {
  return startPrivateServer(host, async (request, response) => {
    const parameters = new URLSearchParams(await text(request));
    const isKnown = parameters.get('Action') === 'Publish';
    if (isKnown) tell(parameters.get('Message') ?? '');
    response
      .writeHead(isKnown ? 200 : 400, { 'content-type': 'text/xml' })
      .end(isKnown ? published() : unknown);
  });
}

const published = () =>
  `<PublishResponse><PublishResult><MessageId>${randomUUID()}</MessageId></PublishResult></PublishResponse>`;
const unknown =
  '<ErrorResponse><Error><Code>InvalidAction</Code><Message>The stand-in knows Publish only.</Message></Error></ErrorResponse>';
