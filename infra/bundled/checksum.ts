import { type BinaryLike, createHash, createHmac, type Hash, type Hmac } from 'node:crypto';

/**
 * Replaces the SDK's checksums in a function's bundle, which fall back to JavaScript if Node has none. A Lambda's Node
 * has them, and signing needs no other than SHA-256.
 */
export class Sha256 {
  readonly #hash: Hash | Hmac;

  constructor(secret?: BinaryLike) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret);
  }

  update(data: BinaryLike): void {
    this.#hash.update(data);
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}
