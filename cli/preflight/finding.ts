/** What was found out about one thing that a deployment needs. */
export interface Finding {
  readonly item: string;
  /** `no` must be done before the deployment; `unknown` couldn't be read and must be looked at. */
  readonly state: 'ok' | 'no' | 'unknown';
  /** What is, or what to do. */
  readonly text: string;
}

const finding =
  (state: Finding['state']) =>
  (item: string, text: string): Finding => ({ item, state, text });

export const ok = finding('ok');
export const no = finding('no');
export const unknown = finding('unknown');
