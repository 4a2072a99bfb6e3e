import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { type RouteId, routes } from '../lib/routes.ts';
import { CliFault } from './fault.ts';

const Template = v.object({ Resources: v.record(v.string(), v.unknown()) });

const LambdaFunction = v.object({
  Type: v.literal('AWS::Lambda::Function'),
  Properties: v.object({
    Handler: v.string(),
    Environment: v.object({ Variables: v.record(v.string(), v.unknown()) }),
  }),
  // The function's name in `sam local`, which the stack sets to the id of the route.
  Metadata: v.object({ SamResourceId: v.string(), 'aws:asset:path': v.string() }),
});

/** A route's function in the synthesized template. */
export interface TemplateFunction {
  readonly route: RouteId;
  readonly logicalId: string;
  /** File and export, such as `index.handler`. */
  readonly handler: string;
  /** Folder of its code, relative to that of the template. */
  readonly asset: string;
  /** Values may be references to other resources. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The functions of a synthesized template, one per route. */
export function readFunctions(file: string): readonly TemplateFunction[] {
  const resources = Object.entries(readTemplate(file));
  return routes.map(({ id }) => {
    for (const [logicalId, resource] of resources) {
      const found = v.safeParse(LambdaFunction, resource);
      if (!found.success || found.output.Metadata.SamResourceId !== id) continue;
      const { Properties, Metadata } = found.output;
      const { Handler: handler, Environment } = Properties;
      const asset = Metadata['aws:asset:path'];
      return { route: id, logicalId, handler, asset, variables: Environment.Variables };
    }
    throw new CliFault(`${file}: there is no function for ${id}: create it again with npm run synth.`);
  });
}

function readTemplate(file: string): Readonly<Record<string, unknown>> {
  try {
    return v.parse(Template, JSON.parse(readFileSync(file, 'utf8'))).Resources;
  } catch {
    throw new CliFault(`${file}: expected a synthesized template: create one with npm run synth.`);
  }
}
