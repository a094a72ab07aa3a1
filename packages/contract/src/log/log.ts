import { type TSchema, Type } from 'typebox'
import { defineCall } from '../call.ts'

/**
 * Ours: the files of the public log (C2SP tlog-tiles). A server without a log answers 404, and so does a request for a tile
 * beyond the newest checkpoint.
 */

/** Files for programs, not for pages; 404 is never cached. */
const file = { access: 'public', data: Type.Unknown(), file: 'data' } as const

export const getLogCheckpoint = defineCall('GET /log/checkpoint', {
  ...file,
  summary: 'Ours: the newest signed checkpoint of the public log, with the lines of its witnesses',
})

export const getLogKey = defineCall('GET /log/key', {
  ...file,
  summary: 'Ours: the verifier key of the public log, one line',
})

const TILES = 'Ours: a tile of hashes, or a bundle of entries, of the public log; a path of C2SP tlog-tiles'

/** Path below which readers find the tiles; `readTilePath` reads the rest of the path. */
export const LOG_PATH = '/log/'

const level = Type.String({ pattern: '^(?:entries|[0-9]{1,2})$', examples: ['entries'] })
/** A path segment: a group of three digits, or after one with `.p` the width of a partial tile. */
const createSegment = (example: string): TSchema =>
  Type.String({ pattern: '^(?:x?[0-9]{3}|[0-9]{3}\\.p|[0-9]{1,3})$', examples: [example] })

/** A router matches whole segments, so each length of path has its own call: these cover every log with less than 2^37 entries. */
export const logTileCalls = [
  defineCall('GET /log/tile/{level}/{a}', {
    ...file,
    summary: TILES,
    params: Type.Object({ level, a: createSegment('000') }),
  }),
  defineCall('GET /log/tile/{level}/{a}/{b}', {
    ...file,
    summary: TILES,
    params: Type.Object({ level, a: createSegment('000.p'), b: createSegment('1') }),
  }),
  defineCall('GET /log/tile/{level}/{a}/{b}/{c}', {
    ...file,
    summary: TILES,
    params: Type.Object({ level, a: createSegment('x001'), b: createSegment('x234'), c: createSegment('067') }),
  }),
  defineCall('GET /log/tile/{level}/{a}/{b}/{c}/{d}', {
    ...file,
    summary: TILES,
    params: Type.Object({
      level,
      a: createSegment('x001'),
      b: createSegment('x234'),
      c: createSegment('067.p'),
      d: createSegment('5'),
    }),
  }),
] as const

export const logCalls = [getLogCheckpoint, getLogKey, ...logTileCalls] as const

/**
 * Reason why the log is stopped. `origin`: the site has another host than the log. `key`: another key signed. `noMark`: the mark
 * is missing. `mark`: the database is older than the mark, or has another root. `entry`: an entry is missing, is not
 * sealed by this installation, or does not match its record. `root`: the stored hashes do not give the signed root.
 */
export const LOG_FAULTS = ['origin', 'key', 'noMark', 'mark', 'entry', 'root'] as const
export type LogFaultKind = (typeof LOG_FAULTS)[number]
