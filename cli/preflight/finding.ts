/** The state of one thing that a deployment needs. */
export interface Finding {
  readonly item: string;
  /** `no`: a person must do it before the deployment. `unknown`: it couldn't be read, so a person must look. */
  readonly state: 'ok' | 'no' | 'unknown';
  /** What there is, or what to do. */
  readonly text: string;
}

const finding =
  (state: Finding['state']) =>
  (item: string, text: string): Finding => ({ item, state, text });

export const ok = finding('ok');
export const no = finding('no');
export const unknown = finding('unknown');
