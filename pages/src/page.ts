import { keepPresses } from './presses.ts';

// The pages work without this: it keeps people from sending a form twice, and technicians' presses until there is network.

const day = document.getElementById('day');
if (day !== null) keepPresses(day);
else document.addEventListener('submit', sendOnce);

/** Ignores a second press of a button, until the page is shown again from the browser's memory. */
function sendOnce(event: SubmitEvent): void {
  if (!(event.target instanceof HTMLFormElement)) return;
  const { target: form } = event;
  if (form.dataset.sent !== undefined) event.preventDefault();
  form.dataset.sent = '';
  addEventListener(
    'pageshow',
    () => {
      delete form.dataset.sent;
    },
    { once: true },
  );
}
