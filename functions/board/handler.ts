import { boardApi } from '../../lib/board/api.ts';

/** Answers dispatchers: the page, and other systems with a token. */
export const createHandler = boardApi;
