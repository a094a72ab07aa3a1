import type { SendFrame } from '@portal/contract/frames.ts'
import { FRAME_MAX_BYTES } from '@portal/contract/socket.ts'
import { useMemo } from 'react'
import { create } from 'zustand'
import { readSessionItem, writeSessionItem } from '#lib/browser-storage.ts'
import { useSession } from '#lib/session.ts'
import { createRef } from './live.ts'

/** A message without an answer. */
export interface OutboxEntry extends Omit<SendFrame, 't' | 'again'> {
  /** `pending`: in flight, or waiting for a connection. `failed`: refused; the sender must retry or discard it. */
  state: 'pending' | 'failed'
  /** Reason of the failure, in Chinese, for display. */
  reason: string | null
  /** Time of creation, epoch ms. */
  madeAtMs: number
  /** Time of the first sending, epoch ms. The server deduplicates its `ref` for `REF_MS` from then on. */
  sentAtMs: number | null
  /** Whether the message itself was received and is displayed, while the answer is missing. */
  hasArrived: boolean
}

/** Unanswered messages of the current user, oldest first, stored in session storage. */
export const useOutbox = create<{ entries: readonly OutboxEntry[] }>()(() => ({ entries: [] }))

/** Unanswered messages to one peer, oldest first, which are displayed after the last message. */
export function useOutboxTo(userId: string): readonly OutboxEntry[] {
  const entries = useOutbox((state) => state.entries)
  return useMemo(
    () => entries.filter(({ toUserId, hasArrived }) => toUserId === userId && !hasArrived),
    [entries, userId],
  )
}

const TOO_LONG = '内容过长，请分成几条发送'

/**
 * Sends a message once there is a connection, after earlier ones to the same peer.
 * @param message its `content` is HTML: escaped text with line breaks, or one picture
 * @returns its `ref`
 */
export function sendMessage(message: Pick<SendFrame, 'toUserId' | 'content' | 'type'>): string {
  const entry: OutboxEntry = {
    ...message,
    ref: createRef(),
    state: 'pending',
    reason: null,
    madeAtMs: Date.now(),
    sentAtMs: null,
    hasArrived: false,
  }
  const isTooLong = new Blob([JSON.stringify(toSendFrame(entry))]).size > FRAME_MAX_BYTES
  setEntries([...getEntries(), isTooLong ? { ...entry, state: 'failed', reason: TOO_LONG } : entry])
  return entry.ref
}

/** Sends a failed message again, as the newest. */
export function retrySend(ref: string): void {
  const entry = getEntries().find((one) => one.ref === ref && one.state === 'failed')
  if (!entry) return
  const sentAtMs = entry.sentAtMs === null ? null : Date.now()
  const again: OutboxEntry = { ...entry, state: 'pending', reason: null, sentAtMs }
  setEntries([...getEntries().filter((one) => one !== entry), again])
}

export function discardSend(ref: string): void {
  setEntries(getEntries().filter((entry) => entry.ref !== ref || entry.state !== 'failed'))
}

export function toSendFrame({ ref, toUserId, content, type, sentAtMs }: OutboxEntry): SendFrame {
  return { t: 'send', ref, toUserId, content, type, ...(sentAtMs !== null && { again: true }) }
}

/** Changes an entry, or removes it with `null`. Used by `outbox-delivery.ts`. */
export function updateEntry(ref: string, change: Partial<OutboxEntry> | null): void {
  const entries = getEntries()
  if (change === null) setEntries(entries.filter((entry) => entry.ref !== ref))
  else setEntries(entries.map((entry) => (entry.ref === ref ? { ...entry, ...change } : entry)))
}

function getEntries(): readonly OutboxEntry[] {
  return useOutbox.getState().entries
}

const STORAGE_KEY = 'outbox'

type StoredOutbox = Pick<ReturnType<typeof useOutbox.getState>, 'entries'> & { userId: string }

let ownerId: string | null = null

function setEntries(entries: readonly OutboxEntry[]): void {
  // The entries are stored first, because subscribers may change them again.
  if (ownerId !== null) {
    const stored: StoredOutbox = { userId: ownerId, entries }
    writeSessionItem(STORAGE_KEY, entries.length > 0 ? JSON.stringify(stored) : null)
  }
  useOutbox.setState({ entries })
}

/** Messages wait until the same user logs in again; those of another user are dropped. */
function adoptUser(userId: string | null): void {
  if (userId === ownerId) return
  ownerId = userId
  useOutbox.setState({ entries: userId === null ? [] : restoreEntries(userId) })
}

function restoreEntries(userId: string): readonly OutboxEntry[] {
  try {
    const stored = JSON.parse(readSessionItem(STORAGE_KEY) ?? 'null') as StoredOutbox | null
    if (stored?.userId === userId) return stored.entries.map((entry) => ({ ...entry, hasArrived: false }))
  } catch {
    // The stored entries are of another version of the site.
  }
  writeSessionItem(STORAGE_KEY, null)
  return []
}

useSession.subscribe(({ user }) => adoptUser(user?.id ?? null))
adoptUser(useSession.getState().user?.id ?? null)
