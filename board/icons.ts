import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The icons of the page, by their names in Lucide. Style sheets and `icon` use them as `--i-<name>` and `i-<name>`. */
export const iconNames = [
  ...['ban', 'bell-off', 'calendar', 'calendar-plus', 'calendar-x', 'check', 'chevron-down'],
  ...['chevron-left', 'chevron-right', 'circle-alert', 'circle-dashed', 'clock-alert', 'ellipsis'],
  ...['flag', 'history', 'hourglass', 'keyboard', 'list-filter', 'log-out', 'map-pin'],
  ...['minus', 'pause', 'pencil', 'phone', 'plus', 'printer', 'search'],
  ...['send', 'siren', 'split', 'sticky-note', 'trash-2', 'triangle-alert', 'truck'],
  ...['undo-2', 'user', 'user-x', 'users', 'volume-2', 'volume-x', 'wifi-off', 'wrench', 'x'],
] as const;
export type IconName = (typeof iconNames)[number];

/** The icons as a style sheet, which needs neither requests nor inline styles. */
export const iconStyles = (): string =>
  `:root{${iconNames.map((name) => `--i-${name}:url("${dataUrlOf(name)}")`).join(';')}}` +
  iconNames.map((name) => `.i-${name}{--icon:var(--i-${name})}`).join('');

function dataUrlOf(name: IconName): string {
  const svg = readFileSync(require.resolve(`lucide-static/icons/${name}.svg`), 'utf8')
    .replace(/<!--.*?-->/s, '')
    .replace(/ class="[^"]*"/, '')
    .replace(/\s+(width|height)="24"/g, '')
    .replaceAll('currentColor', '#000')
    .replace(/\s+/g, ' ')
    .replaceAll(/ ?(\/?>) ?/g, '$1')
    .replaceAll('"', "'")
    .trim();
  return `data:image/svg+xml,${svg.replace(/[#<>%]/g, encodeURIComponent)}`;
}
