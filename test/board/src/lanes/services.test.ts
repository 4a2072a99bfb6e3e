import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { FAMILIES, familiesOf } from '../../../../board/src/lanes/services.ts';

type Triple = readonly [number, number, number];

/** How colors look to people with each kind of color vision (Machado, Oliveira and Fernandes 2009, at full severity). */
const visions: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  ordinary: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const times = (rows: readonly Triple[], [x, y, z]: Triple): Triple => {
  const [first = 0, second = 0, third = 0] = rows.map(([a, b, c]) => a * x + b * y + c * z);
  return [first, second, third];
};

/** The color in linear light, from 0 to 1. */
function linear(hex: string): Triple {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return [red, green, blue];
}

/** OKLab, in which distances are about as large as they look. */
function oklab(color: Triple): Triple {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    color,
  );
  const [long, middle, short] = cones.map((cone) => Math.cbrt(Math.max(cone, 0)));
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    [long ?? 0, middle ?? 0, short ?? 0],
  );
}

const tokens = readFileSync('board/styles/tokens.css', 'utf8');
const colors = [...tokens.matchAll(/--service-\d: (#[0-9a-f]{6})/g)].map(([, hex = '']) => hex);

describe('the colors of services', () => {
  it.each(Object.entries(visions))('differ clearly for people with %s color vision', (_, vision) => {
    const seen = colors.map((hex) => oklab(times(vision, linear(hex))));
    const distances = seen.flatMap((one, at) =>
      seen.slice(0, at).map((other) => Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])),
    );

    expect(colors).toHaveLength(FAMILIES);
    // About five times of what people can just tell apart.
    expect(Math.min(...distances)).toBeGreaterThan(0.1);
  });

  it('are one for each service, until there are no more', () => {
    const services = Array.from({ length: FAMILIES + 1 }, (_, at) => ({
      ...{ serviceTypeId: `s${at}`, name: `Service ${at}`, durationMinutes: 60, skills: [] },
    }));
    const families = [...familiesOf(services).values()];

    expect(new Set(families).size).toBe(FAMILIES + 1);
    expect(families.at(-1)).toBe('');
  });
});
