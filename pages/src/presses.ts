/** A button that a technician pressed, until the service has answered. */
interface Press {
  /** Names the press, so that it counts once however often it is sent. */
  readonly key: string;
  /** What the button says; absent from what an older page kept. */
  readonly label?: string;
  /** The fields of the form, with the version that the technician saw. */
  readonly fields: Readonly<Record<string, string>>;
}

/** What the service answers to a press. */
interface Answer {
  readonly ok: boolean;
  readonly message: string;
  readonly version?: number;
}

const RETRY_MS = 15_000;
const SLOW_MS = 20_000;

/**
 * Sends what is pressed on a technician's page by itself, and later if there is no network. What could not be sent yet
 * survives closing the page.
 */
export function keepPresses(day: HTMLElement): void {
  const name = `presses ${location.pathname}`;
  const { waiting = '', sending = '', offline = '' } = day.dataset;
  let presses = kept(name);
  let isSending = false;

  const store = (next: readonly Press[]): void => {
    presses = next;
    if (next.length === 0) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(next));
  };

  const say = (request: string, text: string): void => {
    // A job may have several visits on the page.
    for (const visit of document.querySelectorAll<HTMLElement>('[data-request]')) {
      const place = visit.dataset.request === request ? visit.querySelector('.sent') : null;
      if (place) place.textContent = text;
    }
  };

  const sayWaiting = (): void => {
    const why = navigator.onLine ? waiting : offline;
    const labels = new Map<string, string[]>();
    for (const { fields, label } of presses) {
      const { request = '' } = fields;
      labels.set(request, [...(labels.get(request) ?? []), ...(label === undefined ? [] : [label])]);
    }
    for (const [request, pressed] of labels)
      say(request, pressed.length === 0 ? why : `${pressed.join(', ')} · ${why}`);
  };

  /** Sends the presses in order. A later one of the same visit has seen what the service answered to the one before. */
  async function sendAll(): Promise<void> {
    if (isSending) return;
    isSending = true;
    let isRefused = false;
    const sent = presses.length;
    try {
      for (let [press] = presses; press !== undefined; [press] = presses) {
        const request = press.fields.request ?? '';
        say(request, sending);
        const answer = await send(press);
        store(after(presses, request, answer));
        if (!answer.ok) {
          isRefused = true;
          say(request, answer.message);
        }
      }
      if (sent > 0 && !isRefused) location.reload();
    } catch {
      sayWaiting();
      setTimeout(sendAll, RETRY_MS);
    } finally {
      isSending = false;
    }
  }

  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || !(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const fields: Record<string, string> = { action: submitter.value, pressedAt: new Date().toISOString() };
    for (const [field, value] of new FormData(form)) if (typeof value === 'string') fields[field] = value;
    const label = submitter.textContent.trim();
    store([...presses, { key: crypto.randomUUID(), label, fields }]);
    form.closest('details')?.removeAttribute('open');
    form.reset();
    sayWaiting();
    void sendAll();
  });
  addEventListener('online', () => void sendAll());
  addEventListener('offline', sayWaiting);
  sayWaiting();
  void sendAll();
}

/** Throws if the service can't be reached or can't answer now. */
async function send({ key, fields }: Press): Promise<Answer> {
  const response = await fetch(location.pathname, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ ...fields, key }),
    signal: AbortSignal.timeout(SLOW_MS),
  });
  if (response.status >= 500) throw new Error('The service has a fault');
  return await response.json();
}

/** Returns the presses that are left after the first one was answered. */
function after(presses: readonly Press[], request: string, { ok, version }: Answer): readonly Press[] {
  const [, ...rest] = presses;
  // What was pressed after a press that was refused was meant for another state.
  if (!ok) return rest.filter(({ fields }) => fields.request !== request);
  return rest.map((press) =>
    press.fields.request === request && version !== undefined
      ? { ...press, fields: { ...press.fields, version: String(version) } }
      : press,
  );
}

/** Returns what an earlier visit of the page could not send. */
function kept(name: string): readonly Press[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}
