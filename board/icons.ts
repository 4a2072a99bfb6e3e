import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/** The icons of the page, by their names in Lucide. Style sheets use them as `--i-<name>`, and `icon` as `i-<name>`. */
const iconNames = [
  ...['ban', 'bell-off', 'calendar', 'calendar-plus', 'calendar-x', 'check', 'chevron-down'],
  ...['chevron-left', 'chevron-right', 'circle-dashed', 'clock-alert', 'ellipsis'],
  ...['flag', 'history', 'hourglass', 'keyboard', 'list-filter', 'log-out', 'map-pin'],
  ...['minus', 'pause', 'pencil', 'phone', 'plus', 'printer', 'search'],
  ...['send', 'siren', 'split', 'sticky-note', 'trash-2', 'triangle-alert', 'truck'],
  ...['undo-2', 'user', 'user-x', 'users', 'wifi-off', 'wrench', 'x'],
] as const;
export type IconName = (typeof iconNames)[number];

/** The icons as a style sheet, which needs neither requests nor inline styles. */
export function iconStyles(): string {
  const folder = join(import.meta.dirname, 'styles');
  const styles = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const isShared = (name: IconName) => styles.some((text) => text.includes(`var(--i-${name})`));
  const urlOf = (name: IconName) => `url("${dataUrlOf(name)}")`;
  const shared = iconNames.filter(isShared).map((name) => `--i-${name}:${urlOf(name)}`);
  const classes = iconNames.map(
    (name) => `.i-${name}{--icon:${isShared(name) ? `var(--i-${name})` : urlOf(name)}}`,
  );
  return `:root{${shared.join(';')}}${classes.join('')}`;
}

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
  return `data:image/svg+xml,${svg.replace(/[#%]/g, encodeURIComponent)}`;
}
