/** A fault in one place of an account document. */
export interface AccountFault {
  /** Such as `serviceTypes[0].durationMinutes`; `document` is the whole of it. */
  readonly path: string;
  /** Completes "expected …". May contain ids and names from the document. */
  readonly expected: string;
}

/** A refused account document. The message lists every fault, one per line. */
export class InvalidAccountDocument extends Error {
  override readonly name = 'InvalidAccountDocument';
  readonly faults: readonly AccountFault[];

  constructor(faults: readonly AccountFault[]) {
    super(faults.map(({ path, expected }) => `${path}: expected ${expected}`).join('\n'));
    this.faults = faults;
  }
}
