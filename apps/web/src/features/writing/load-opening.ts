import type { ApiClient } from '#lib/api/api-client.ts'
import { ApiError } from '#lib/api/api-client.ts'
import { type DraftStore, openDraftStore } from './drafts/draft-store.ts'
import { draftKey, type KeptDraft } from './drafts/kept-draft.ts'
import { chooseOpening } from './opening.ts'
import { BLANK, fingerprint, isBlank, type PublishState, toWriting, type Writing } from './writing.ts'

/** An article as upstream has it. */
export interface Stored {
  id: number
  writing: Writing
  state: PublishState
}

/** With what the editor begins. */
export interface Start {
  writing: Writing
  /** As kept on the device, with pictures; `null` when nothing of it is used. */
  kept: KeptDraft | null
  /** Instant of the version on the device that may be replaced, `null` for none. */
  replaced: number | null
  stored: Stored | null
}

/** Two versions, of which the writer keeps one. */
export interface Choice {
  here: KeptDraft
  /** Upstream's version, or what was written before the login. */
  other: { kind: 'stored'; writing: Writing } | { kind: 'visitor'; draft: KeptDraft }
  takeHere: () => Promise<Start>
  takeOther: () => Promise<Start>
}

export interface Opened {
  store: DraftStore
  start: Start | Choice
}

/** @throws as `ApiClient.call` when the article cannot be had, and nothing of it is kept here */
export async function loadOpening(api: ApiClient, userId: string | null, articleId: number | null): Promise<Opened> {
  const store = await openDraftStore()
  const key = draftKey(userId, articleId)
  const kept = await store.load(key).catch(() => null)
  if (articleId !== null) return { store, start: await openStored(api, store, articleId, kept) }
  const visitors = userId === null ? null : await store.load(draftKey(null, null)).catch(() => null)
  if (!visitors || isWorthless(visitors))
    return { store, start: startOf(kept && !isWorthless(kept) ? kept : null, kept) }
  const adopt = () => adoptVisitors(store, key, visitors, kept)
  if (!kept || isWorthless(kept)) return { store, start: await adopt() }
  const takeHere = async () => {
    await store.remove(visitors.key)
    return startOf(kept, kept)
  }
  return { store, start: { here: kept, other: { kind: 'visitor', draft: visitors }, takeHere, takeOther: adopt } }
}

function isWorthless({ writing, pictures }: KeptDraft): boolean {
  return isBlank(writing) && pictures.length === 0
}

function startOf(kept: KeptDraft | null, replaced: KeptDraft | null, stored: Stored | null = null): Start {
  const writing = kept?.writing ?? stored?.writing ?? BLANK
  return { writing, kept, replaced: replaced?.savedAt ?? null, stored }
}

/** What was written before the login becomes the account's. */
async function adoptVisitors(store: DraftStore, key: string, visitors: KeptDraft, kept: KeptDraft | null) {
  const draft = { ...visitors, key }
  const isMoved = await store.save(draft, kept?.savedAt ?? null).catch(() => false)
  if (isMoved) await store.remove(visitors.key)
  return startOf(draft, isMoved ? draft : kept)
}

async function openStored(api: ApiClient, store: DraftStore, id: number, kept: KeptDraft | null) {
  let stored: Stored | null = null
  try {
    const form = await api.call('GET /v1/article/selectMyArticleInfo', { query: { id } })
    stored = { id, writing: toWriting(form), state: (form.isPublish ?? 3) as PublishState }
  } catch (reason) {
    // Without a network one can go on with what is here.
    if (reason instanceof ApiError || !kept) throw reason
    return startOf(kept, kept)
  }
  const opening = chooseOpening(kept, stored.writing)
  if (opening === 'kept') return startOf(kept, kept, stored)
  if (opening !== 'ask' || !kept) {
    if (kept) await store.remove(kept.key).catch(() => undefined)
    return startOf(null, null, stored)
  }
  const found = stored
  return {
    here: kept,
    other: { kind: 'stored' as const, writing: found.writing },
    takeHere: async () => startOf({ ...kept, base: fingerprint(found.writing) }, kept, found),
    takeOther: async () => {
      await store.remove(kept.key)
      return startOf(null, null, found)
    },
  }
}
