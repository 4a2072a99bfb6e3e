import { hash, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { linkIdOfToken, newLink } from '../../../lib/record/link.ts';

const token = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
const where = { baseUrl: 'https://pages.example.com', token, now: Date.UTC(2026, 5, 1, 12) };
const accountId = 'acme-hvac';
const dispatchRequestId = 'dr_0123456789abcdefghjk';

describe('a link', () => {
  it.each([
    [{ kind: 'visit', accountId, dispatchRequestId }, 'v'],
    [{ kind: 'day', accountId, technicianId: 'ana', date: '2026-06-01' }, 't'],
    [{ kind: 'alert', accountId, dispatchRequestId, name: 'Ana' }, 'a'],
  ] as const)('of %j has its own page, and only a digest of its token', (facts, path) => {
    const { link, url } = newLink(facts, where);

    expect(url).toBe(`https://pages.example.com/${path}/AAECAwQFBgcICQoLDA0ODw`);
    expect(link).toEqual({
      ...facts,
      linkId: hash('sha256', token, 'hex'),
      createdAt: '2026-06-01T12:00:00.000Z',
    });
    expect(linkIdOfToken(url.slice(-22))).toBe(link.linkId);
  });

  it('has only a digest of the number that it is sent to', () => {
    const { link } = newLink({ kind: 'visit', accountId, dispatchRequestId, phone: '+12125550123' }, where);

    expect(link).toMatchObject({ numberId: expect.stringMatching(/^hn_/) });
    expect(JSON.stringify(link)).not.toContain('5550123');
  });

  it('needs 128 random bits', () => {
    const short = { ...where, token: randomBytes(8) };
    expect(() => newLink({ kind: 'visit', accountId, dispatchRequestId }, short)).toThrow('16 bytes');
  });
});

describe('a token', () => {
  it.each([
    ['nothing', ''],
    ['too short a text', 'AAECAwQFBgcICQoLDA0OD'],
    ['too long a text', 'AAECAwQFBgcICQoLDA0ODwAA'],
    ['another spelling of the same bytes', 'AAECAwQFBgcICQoLDA0ODx'],
    ['characters of no token', 'AAECAwQFBgcICQoLDA0OD='],
    ['base64', 'AAECAwQFBgcICQoLDA0O/+'],
    ['a path', '../AAECAwQFBgcICQoLDA0'],
  ])('is not %s', (_, text) => {
    expect(linkIdOfToken(text)).toBeUndefined();
  });
});
