import { type ApiClient, ApiError } from '#lib/api/api-client.ts'
import { type DraftStore, openDraftStore } from './drafts/draft-store.ts'
import { type LocalDraft, toDraftKey } from './drafts/local-draft.ts'
import {
  BLANK,
  computeFingerprint,
  isBlank,
  isSameWriting,
  type PublishState,
  toWriting,
  type Writing,
} from './writing.ts'

/** An article as stored upstream. */
export interface Stored {
  id: number
  writing: Writing
  state: PublishState
}

/** The initial state of the editor. */
export interface Start {
  writing: Writing
  /** The local draft in use; `null` for none. */
  local: LocalDraft | null
  /** `savedAt` of the local version that may be replaced, `null` for none. */
  replaced: number | null
  stored: Stored | null
}

/** Two versions, of which the author discards one. */
export interface Choice {
  here: LocalDraft
  /** Upstream's version, or the draft written before the login. */
  other: { kind: 'stored'; writing: Writing } | { kind: 'visitor'; draft: LocalDraft }
  takeHere: () => Promise<Start>
  takeOther: () => Promise<Start>
}

/** @throws the errors of `ApiClient.call` when the article cannot be loaded and there is no local draft */
export async function loadOpening(
  api: ApiClient,
  userId: string | null,
  articleId: number | null,
): Promise<{ store: DraftStore; start: Start | Choice }> {
  const store = await openDraftStore()
  const key = toDraftKey(userId, articleId)
  const local = await store.load(key).catch(() => null)
  if (articleId !== null) return { store, start: await openStored(api, store, articleId, local) }
  const visitorDraft = userId === null ? null : await store.load(toDraftKey(null, null)).catch(() => null)
  if (!visitorDraft || isEmptyDraft(visitorDraft))
    return { store, start: toStart(local && !isEmptyDraft(local) ? local : null, local) }
  const adopt = () => adoptVisitorDraft(store, key, visitorDraft, local)
  if (!local || isEmptyDraft(local)) return { store, start: await adopt() }
  const takeHere = async () => {
    await store.remove(visitorDraft.key)
    return toStart(local, local)
  }
  return { store, start: { here: local, other: { kind: 'visitor', draft: visitorDraft }, takeHere, takeOther: adopt } }
}

function isEmptyDraft({ writing, pictures }: LocalDraft): boolean {
  return isBlank(writing) && pictures.length === 0
}

function toStart(local: LocalDraft | null, replaced: LocalDraft | null, stored: Stored | null = null): Start {
  const writing = local?.writing ?? stored?.writing ?? BLANK
  return { writing, local, replaced: replaced?.savedAt ?? null, stored }
}

/** Moves the visitor's draft to the account. */
async function adoptVisitorDraft(store: DraftStore, key: string, visitorDraft: LocalDraft, local: LocalDraft | null) {
  const draft = { ...visitorDraft, key }
  const isMoved = await store.save(draft, local?.savedAt ?? null).catch(() => false)
  if (isMoved) await store.remove(visitorDraft.key)
  return toStart(draft, isMoved ? draft : local)
}

async function openStored(api: ApiClient, store: DraftStore, id: number, local: LocalDraft | null) {
  let stored: Stored | null = null
  try {
    const form = await api.call('GET /v1/article/selectMyArticleInfo', { query: { id } })
    stored = { id, writing: toWriting(form), state: (form.isPublish ?? 3) as PublishState }
  } catch (reason) {
    // The local draft can still be edited offline.
    if (reason instanceof ApiError || !local) throw reason
    return toStart(local, local)
  }
  const opening = chooseOpening(local, stored.writing)
  if (opening === 'local') return toStart(local, local, stored)
  if (opening !== 'choose' || !local) {
    if (local) await store.remove(local.key).catch(() => undefined)
    return toStart(null, null, stored)
  }
  const found = stored
  return {
    here: local,
    other: { kind: 'stored' as const, writing: found.writing },
    takeHere: async () => toStart({ ...local, base: computeFingerprint(found.writing) }, local, found),
    takeOther: async () => {
      await store.remove(local.key)
      return toStart(null, null, found)
    },
  }
}

/** `choose`: both versions were changed, so the author chooses. */
export type Opening = 'blank' | 'stored' | 'local' | 'choose'

/**
 * Chooses the version with which the editor opens.
 * @param stored `null` for a new article
 */
export function chooseOpening(local: LocalDraft | null, stored: Writing | null): Opening {
  const isUnchanged = local === null || (local.pictures.length === 0 && isSameWriting(local.writing, stored ?? BLANK))
  if (isUnchanged) return stored ? 'stored' : 'blank'
  if (!stored) return isBlank(local.writing) && local.pictures.length === 0 ? 'blank' : 'local'
  // Upstream's version has not changed since, so the local draft is newer.
  return local.base === computeFingerprint(stored) ? 'local' : 'choose'
}
