import { type TSchema, Type } from 'typebox'
import { defineCall } from './call.ts'

/**
 * Ours: the files of the public log (C2SP tlog-tiles). A server without a log answers 404, and so does one that is asked for a tile
 * beyond its newest checkpoint.
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

/** Where readers find the tiles; `readTilePath` reads what follows `/log/`. */
export const LOG_PATH = '/log/'

const level = Type.String({ pattern: '^(?:entries|[0-9]{1,2})$', examples: ['entries'] })
/** A group of three digits, or the width of a partial tile behind one with `.p`. */
const part = (example: string): TSchema =>
  Type.String({ pattern: '^(?:x?[0-9]{3}|[0-9]{3}\\.p|[0-9]{1,3})$', examples: [example] })

/** A router matches segments: these are all tiles of a log of less than 2^37 entries. */
export const logTileCalls = [
  defineCall('GET /log/tile/{level}/{a}', {
    ...file,
    summary: TILES,
    params: Type.Object({ level, a: part('000') }),
  }),
  defineCall('GET /log/tile/{level}/{a}/{b}', {
    ...file,
    summary: TILES,
    params: Type.Object({ level, a: part('000.p'), b: part('1') }),
  }),
  defineCall('GET /log/tile/{level}/{a}/{b}/{c}', {
    ...file,
    summary: TILES,
    params: Type.Object({ level, a: part('x001'), b: part('x234'), c: part('067') }),
  }),
  defineCall('GET /log/tile/{level}/{a}/{b}/{c}/{d}', {
    ...file,
    summary: TILES,
    params: Type.Object({ level, a: part('x001'), b: part('x234'), c: part('067.p'), d: part('5') }),
  }),
] as const

export const logCalls = [getLogCheckpoint, getLogKey, ...logTileCalls] as const

/**
 * Why the log stops. `origin`: the site has another host than the log. `key`: this is not the key that signed. `noMark`: there is no
 * mark file. `mark`: the database is older than the mark file, or leads to another root. `entry`: an entry is missing, is not sealed by
 * this installation, or is not that of its record. `root`: the stored hashes do not lead to the signed root.
 */
export const LOG_FAULTS = ['origin', 'key', 'noMark', 'mark', 'entry', 'root'] as const
export type LogFaultKind = (typeof LOG_FAULTS)[number]
