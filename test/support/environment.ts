import { TestEnvironment } from 'jest-environment-node';

/**
 * Ends a jest worker at once when it has nothing left to do. Node would free its memory piece by piece first, and jest
 * reports a worker that takes longer than half a second for that as one that left something open.
 */
if (process.send !== undefined) process.once('exit', (code) => process.exit(code));

export default TestEnvironment;
