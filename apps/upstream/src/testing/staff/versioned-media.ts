import { randomBytes } from 'node:crypto'
import type { CallKey } from '@portal/contract/calls.ts'
import type { Bureau } from './bureau.ts'
import type { VersionedThing } from './versioned-things.ts'

/** Adds a picture of the library without its file. */
async function makeMediaThing({ upstream: { db } }: Bureau, deletedAt: number | null = null): Promise<VersionedThing> {
  const id = randomBytes(16).toString('hex')
  const facts = { file: `${id}.png`, bytes: 1, width: 1, height: 1, pages: null, sha256: id, kind: 'picture' as const }
  const words = { name: 'a.png', address_name: 'a.png', alt: '', is_decorative: 0, source: '' }
  const state = { by_id: null, file_by_id: null, at: 1, file_at: 1, revision: 1, version: 1, deleted_at: deletedAt }
  await db
    .insertInto('media')
    .values({ id, ...facts, ...words, ...state })
    .execute()
  const stored = db.selectFrom('media').select('version').where('id', '=', id)
  return { path: `/v1/manage/media/${id}`, version: async () => (await stored.executeTakeFirstOrThrow()).version }
}

const makeWords = (nth: number) => ({
  name: `${nth}.png`,
  alt: '',
  isDecorative: false,
  source: '',
  isSearchable: false,
})

/** Names, for each call with a version, the file of the library that it changes. */
export const VERSIONED_MEDIA: Partial<Record<CallKey, (bureau: Bureau) => Promise<VersionedThing>>> = {
  'PUT /v1/manage/media/{id}': async (bureau) => ({ ...(await makeMediaThing(bureau)), body: makeWords }),
  'DELETE /v1/manage/media/{id}': async (bureau) => {
    const { path, version } = await makeMediaThing(bureau)
    const change = async () => bureau.done(bureau.owner, `PUT ${path}`, { version: await version(), ...makeWords(8) })
    return { path, version, change }
  },
  'POST /v1/manage/media/{id}/restore': async (bureau) => {
    const { path, version } = await makeMediaThing(bureau, Date.now())
    return { path: `${path}/restore`, version, body: () => ({ revision: null }) }
  },
}
