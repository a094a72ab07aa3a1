import type { SendFrame } from '@portal/contract/frames.ts'
import { FRAME_MAX_BYTES } from '@portal/contract/socket.ts'
import { useMemo } from 'react'
import { create } from 'zustand'
import { useSession } from '#lib/session.ts'
import { readSessionItem, writeSessionItem } from '#lib/session-storage.ts'
import { newRef } from './live.ts'

/** A message that has not been answered yet. */
export interface OutboxEntry extends Omit<SendFrame, 't' | 'again'> {
  /** `pending`: on its way, or waiting for a connection. `failed`: refused, it stays until somebody decides. */
  state: 'pending' | 'failed'
  /** Why it failed; Chinese, fit to be shown. */
  reason: string | null
  /** Epoch ms. */
  madeAtMs: number
  /** When it was first handed to a socket, epoch ms; `null` before. Its fate is unclear from then on, for `REF_MS`. */
  sentAtMs: number | null
  /** It has been seen to arrive, and its answer is still to come: not to be shown, as the message itself is. */
  hasArrived: boolean
}

interface Outbox {
  /** Oldest first. */
  entries: readonly OutboxEntry[]
}

/** What this tab has to send for whoever is logged in; kept in session storage until it is answered. */
export const useOutbox = create<Outbox>()(() => ({ entries: [] }))

/** What is on its way to a person, or has failed, oldest first: to be shown after the last message. */
export function useOutboxTo(userId: string): readonly OutboxEntry[] {
  const entries = useOutbox((state) => state.entries)
  return useMemo(
    () => entries.filter(({ toUserId, hasArrived }) => toUserId === userId && !hasArrived),
    [entries, userId],
  )
}

const TOO_LONG = '内容过长，请分成几条发送'

/**
 * Sends a message as soon as there is a connection, after what was sent to the same person before.
 * @param message its `content` is HTML: escaped text with line breaks, or one picture
 * @returns its `ref`
 */
export function sendMessage(message: Pick<SendFrame, 'toUserId' | 'content' | 'type'>): string {
  const entry: OutboxEntry = {
    ...message,
    ref: newRef(),
    state: 'pending',
    reason: null,
    madeAtMs: Date.now(),
    sentAtMs: null,
    hasArrived: false,
  }
  const isTooLong = new Blob([JSON.stringify(toSendFrame(entry))]).size > FRAME_MAX_BYTES
  setEntries([...entriesNow(), isTooLong ? { ...entry, state: 'failed', reason: TOO_LONG } : entry])
  return entry.ref
}

/** Sends a failed message once more, as the newest. */
export function retrySend(ref: string): void {
  const entry = entriesNow().find((one) => one.ref === ref && one.state === 'failed')
  if (!entry) return
  const sentAtMs = entry.sentAtMs === null ? null : Date.now()
  const again: OutboxEntry = { ...entry, state: 'pending', reason: null, sentAtMs }
  setEntries([...entriesNow().filter((one) => one !== entry), again])
}

/** Gives a failed message up. */
export function discardSend(ref: string): void {
  setEntries(entriesNow().filter((entry) => entry.ref !== ref || entry.state !== 'failed'))
}

export function toSendFrame({ ref, toUserId, content, type, sentAtMs }: OutboxEntry): SendFrame {
  return { t: 'send', ref, toUserId, content, type, ...(sentAtMs !== null && { again: true }) }
}

/** For `outbox-delivery.ts`: changes one entry, `null` takes it out. */
export function updateEntry(ref: string, change: Partial<OutboxEntry> | null): void {
  const entries = entriesNow()
  if (change === null) setEntries(entries.filter((entry) => entry.ref !== ref))
  else setEntries(entries.map((entry) => (entry.ref === ref ? { ...entry, ...change } : entry)))
}

function entriesNow(): readonly OutboxEntry[] {
  return useOutbox.getState().entries
}

const STORAGE_KEY = 'outbox'

interface Kept {
  userId: string
  entries: readonly OutboxEntry[]
}

let ownerId: string | null = null

function setEntries(entries: readonly OutboxEntry[]): void {
  // Kept first: whoever hears of the change may change more.
  if (ownerId !== null) {
    const kept: Kept = { userId: ownerId, entries }
    writeSessionItem(STORAGE_KEY, entries.length > 0 ? JSON.stringify(kept) : null)
  }
  useOutbox.setState({ entries })
}

/** After a login that has ended it waits for the same person; what somebody else has not sent is dropped. */
function adoptUser(userId: string | null): void {
  if (userId === ownerId) return
  ownerId = userId
  useOutbox.setState({ entries: userId === null ? [] : recallEntries(userId) })
}

function recallEntries(userId: string): readonly OutboxEntry[] {
  try {
    const kept = JSON.parse(readSessionItem(STORAGE_KEY) ?? 'null') as Kept | null
    if (kept?.userId === userId) return kept.entries.map((entry) => ({ ...entry, hasArrived: false }))
  } catch {
    // Not ours, or of another version of the site.
  }
  writeSessionItem(STORAGE_KEY, null)
  return []
}

useSession.subscribe(({ user }) => adoptUser(user?.id ?? null))
adoptUser(useSession.getState().user?.id ?? null)
