export interface AccountFault {
  /** Such as `serviceTypes[0].durationMinutes`; `document` for the whole document. */
  readonly path: string;
  /** Completes "expected …". May contain ids and names from the document. */
  readonly expected: string;
}

/** The message of a refused document lists every fault, one per line. */
export class InvalidAccountDocument extends Error {
  override readonly name = 'InvalidAccountDocument';
  readonly faults: readonly AccountFault[];

  constructor(faults: readonly AccountFault[]) {
    super(faults.map(({ path, expected }) => `${path}: expected ${expected}`).join('\n'));
    this.faults = faults;
  }
}
