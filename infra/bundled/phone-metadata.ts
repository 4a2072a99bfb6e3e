import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MetadataJson } from 'libphonenumber-js/core/es6';

let read: MetadataJson | undefined;

function metadata(): MetadataJson {
  read ??= parse();
  return read;
}

const parse = (): MetadataJson => JSON.parse(readFileSync(join(__dirname, 'phone-metadata.json'), 'utf8'));

/**
 * Replaces `libphonenumber-js/min/metadata` in a function's bundle: the same data from a file next to the bundle, read
 * on first use. As source code, every cold start would compile it.
 */
const lazyMetadata: MetadataJson = {
  get version() {
    return metadata().version;
  },
  get country_calling_codes() {
    return metadata().country_calling_codes;
  },
  get countries() {
    return metadata().countries;
  },
  get nonGeographic() {
    return metadata().nonGeographic;
  },
};

export default lazyMetadata;
