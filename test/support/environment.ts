import { TestEnvironment } from 'jest-environment-node';

/**
 * Exits a jest worker as soon as it has nothing left to do. Node would first free its memory piece by piece, and
 * jest reports a worker that takes longer than half a second for that as one that left something open.
 */
if (process.send !== undefined) process.once('exit', (code) => process.exit(code));

export default TestEnvironment;
