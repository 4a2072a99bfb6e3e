import { callOf, message, vendorSecrets } from './voicetwo.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One call of a function. */
export interface Tool {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
}

/** `own` contains the calls; see the formats below. */
export const toolCalls = (own: Fields, call: unknown = callOf()) => message('tool-calls', own, call);

const definition = (name: string) => ({
  type: 'function',
  function: { name, description: 'What it does', parameters: { type: 'object', properties: {} } },
  async: false,
  server: { url: 'https://api.example.com/', secret: vendorSecrets.serverSecret, timeoutSeconds: 20 },
  messages: [{ type: 'request-start', content: 'One moment.' }],
});

const nested = ({ id, name, args }: Tool, key = 'arguments') => ({
  id,
  type: 'function',
  function: { name, [key]: args },
});
const flat = ({ id, name, args }: Tool, key = 'arguments') => ({ id, name, [key]: args });
const asText = (tool: Tool): Tool => ({ ...tool, args: JSON.stringify(tool.args) });

/** Every format in which the platform has been seen or documented to send tool calls. */
export const toolCallShapes: Readonly<Record<string, (tools: readonly Tool[]) => Fields>> = {
  'all three lists, as captured': (tools) => ({
    toolCalls: tools.map((tool) => nested(tool)),
    toolCallList: tools.map((tool) => nested(tool)),
    toolWithToolCallList: tools.map((tool) => ({ ...definition(tool.name), toolCall: nested(tool) })),
  }),
  'toolCallList, nested, text': (tools) => ({ toolCallList: tools.map((tool) => nested(asText(tool))) }),
  'toolCallList, nested, parameters': (tools) => ({
    toolCallList: tools.map((tool) => nested(tool, 'parameters')),
  }),
  'toolCallList, flat': (tools) => ({ toolCallList: tools.map((tool) => flat(tool)) }),
  'toolCallList, flat, text': (tools) => ({ toolCallList: tools.map((tool) => flat(asText(tool))) }),
  'toolCallList, flat, parameters': (tools) => ({
    toolCallList: tools.map((tool) => flat(tool, 'parameters')),
  }),
  'toolCallList, flat, parameters as text': (tools) => ({
    toolCallList: tools.map((tool) => flat(asText(tool), 'parameters')),
  }),
  'toolCalls, nested': (tools) => ({ toolCalls: tools.map((tool) => nested(tool)) }),
  'toolCalls, nested, text': (tools) => ({ toolCalls: tools.map((tool) => nested(asText(tool))) }),
  'toolWithToolCallList, nested': (tools) => ({
    toolWithToolCallList: tools.map((tool) => ({ ...definition(tool.name), toolCall: nested(tool) })),
  }),
  'toolWithToolCallList, parameters, the name beside': (tools) => ({
    toolWithToolCallList: tools.map(({ id, name, args }) => ({
      type: 'function',
      name,
      parameters: { type: 'object', properties: {} },
      toolCall: { id, type: 'function', function: { parameters: args } },
    })),
  }),
  'toolWithToolCallList, flat, text': (tools) => ({
    toolWithToolCallList: tools.map((tool) => ({ ...definition(tool.name), toolCall: flat(asText(tool)) })),
  }),
};
