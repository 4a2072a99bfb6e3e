const routine: readonly string[] = [
  ...[
    'routine',
    'normal',
    'low',
    'standard',
    'medium',
    'regular',
    'none',
    'no rush',
    'not urgent',
    'non urgent',
    'nonurgent',
  ],
  ...[
    'not an emergency',
    'no emergency',
    'non emergency',
    'not emergency',
    'whenever',
    'flexible',
    'maintenance',
    'no hurry',
  ],
];
const urgent: readonly string[] = [
  ...[
    'urgent',
    'asap',
    'as soon as possible',
    'high',
    'today',
    'same day',
    'soon',
    'soonest',
    'priority',
    'rush',
    'urgente',
  ],
  ...['right away', 'immediately', 'immediate', 'now', 'tonight', 'very urgent', 'elevated', 'pressing'],
];
const emergency: readonly string[] = [
  ...[
    'emergency',
    'emergencia',
    'emergent',
    'critical',
    'life threatening',
    'severe',
    'extreme',
    'dangerous',
    'danger',
    '911',
  ],
];

/** How urgent any words say that it is; undefined where they say nothing of it. */
export function understandUrgency(text: string): 'routine' | 'urgent' | 'emergency' | undefined {
  const said = ` ${text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ')} `;
  const has = (phrases: readonly string[]) => phrases.some((phrase) => said.includes(` ${phrase} `));
  // "Not an emergency" has the word in it.
  if (has(routine)) return 'routine';
  if (has(emergency)) return 'emergency';
  return has(urgent) ? 'urgent' : undefined;
}
