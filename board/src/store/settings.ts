export const themes = { system: 'System', light: 'Light', dark: 'Dark' } as const;
export type Theme = keyof typeof themes;

/** What a dispatcher has chosen on this machine. */
export interface Settings {
  readonly theme: Theme;
  /** Whether emergencies are heard. */
  readonly sound: boolean;
  /** Whether the desktop shows emergencies, if the browser allows it. */
  readonly notify: boolean;
  /** Whether single keys run commands. */
  readonly shortcuts: boolean;
  /** How many times wider than the screen the hours are. */
  readonly zoom: number;
}

export const defaultSettings: Settings = {
  theme: 'system',
  sound: true,
  notify: false,
  shortcuts: true,
  zoom: 1,
};

const KEY = 'board-settings';

/** Reads the settings. Without storage, or with a text of another release, the defaults count. */
export function readSettings(storage: Pick<Storage, 'getItem'>): Settings {
  try {
    return { ...defaultSettings, ...JSON.parse(storage.getItem(KEY) ?? '{}') };
  } catch {
    return defaultSettings;
  }
}

export const keepSettings = (storage: Pick<Storage, 'setItem'>, settings: Settings): void =>
  storage.setItem(KEY, JSON.stringify(settings));
