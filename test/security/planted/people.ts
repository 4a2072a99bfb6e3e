import { expect } from '@jest/globals';
import { bodies } from '../../../lib/board/bodies.ts';
import { allCommands, cliOf } from '../../cli/run-cli.ts';
import { type Args, behind, type Mark, OWNER, type World } from './planter.ts';

// What people of the company write.

/** Fields of the board's bodies that a program reads. */
const jobStructure = new Set([
  ...['phone', 'urgency', 'preferredDate', 'preferredTime', 'serviceTypeId', 'email'],
  ...['technicianId', 'from', 'to', 'minutes', 'start', 'call', 'repeat'],
]);
const bodyOf = ({ entries }: { readonly entries: object }, mark: Mark) =>
  Object.fromEntries(
    Object.keys(entries)
      .filter((name) => !jobStructure.has(name))
      .map((name) => [name, mark(name)]),
  );

async function newJob({ board }: World, mark: Mark, key: string): Promise<string> {
  const created = await board.post(
    '/requests',
    { ...bodyOf(bodies.createJob, mark), phone: OWNER },
    undefined,
    {
      headers: { 'idempotency-key': key },
    },
  );
  expect(created.status).toBe(201);
  return created.body.dispatchRequestId;
}

export async function plantDispatcher(world: World, mark: Mark): Promise<void> {
  const sub = mark('sub').slice(0, -behind.length);
  const post = async (path: string, body: Args, version: number) =>
    expect((await world.board.post(path, body, version, { sub })).status).toBeLessThan(300);
  const path = `/requests/${await newJob(world, mark, 'key')}`;
  await post(`${path}/notes`, bodyOf(bodies.addNote, mark), 1);
  await post(`${path}/schedule`, { date: '2026-06-12', time: '09:00', serviceTypeId: 'ac-repair' }, 2);
  await post(`${path}/hold`, bodyOf(bodies.hold, mark), 3);
  for (const end of ['cancel', 'decline'])
    await post(`/requests/${await newJob(world, mark, end)}/${end}`, bodyOf(bodies.cancel, mark), 1);
  const times = { technicianId: 'dan', from: '2026-06-15T08:00', to: '2026-06-15T10:00' };
  await post('/blocks', { ...bodyOf(bodies.block, mark), ...times }, 1);
}

/** Each command of the command line that takes a text of its user. */
export async function plantCommands(world: World, mark: Mark): Promise<void> {
  const block = ['--account', 'acme-hvac', '--technician', 'cleo', '--from', '2026-06-15T08:00'];
  for (const { name, command } of await allCommands()) {
    const options = new Set(command.options.map(({ long }) => long));
    if (!options.has('--reason')) continue;
    const id = await newJob(world, mark, name);
    const start = { date: '2026-06-16', time: '09:00', serviceTypeId: 'ac-repair' };
    if (name === 'requests hold') await world.board.post(`/requests/${id}/schedule`, start, 1);
    const about = name === 'technicians block' ? [...block, '--to', '2026-06-15T10:00'] : [id];
    const by = mark('--by').slice(0, -behind.length);
    const ran = await cliOf(world.service).run(
      ...name.split(' '),
      ...about,
      '--by',
      by,
      '--reason',
      mark('--reason'),
    );
    expect([name, ran.code, ran.err]).toEqual([name, 0, '']);
  }
}
