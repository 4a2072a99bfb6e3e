import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';

/**
 * How a function is bundled. `lean`: without the parts of the SDK that no Lambda needs, and with files beside it for what
 * is loaded only when it is called. `whole`: nothing is left out. Both include the SDK, because the runtime's copy loads
 * slower and changes without notice.
 */
export type Bundling = 'lean' | 'whole';

/**
 * Writes the bundle of a source file to `index.js` in a folder, with its maps and the files that it loads.
 * @param source the source file, relative to the project
 * @returns per written file the source files in it, relative to the project
 */
export function writeBundle(
  source: string,
  folder: string,
  bundling: Bundling = 'lean',
): Record<string, string[]> {
  const script = join(import.meta.dirname, 'write-bundle.ts');
  return JSON.parse(execFileSync(process.execPath, [script, source, folder, bundling], { encoding: 'utf8' }));
}

/** The code of a function, bundled when the stack is synthesized. */
export const functionCode = (source: string, bundling?: Bundling): Code =>
  Code.fromAsset(dirname(source), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // CDK requires an image, and uses it only if the local bundling fails.
      image: DockerImage.fromRegistry('scratch'),
      local: {
        tryBundle(folder) {
          writeBundle(source, folder, bundling);
          return true;
        },
      },
    },
  });
