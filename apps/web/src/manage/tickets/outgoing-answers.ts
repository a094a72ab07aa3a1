import type { BodyFor } from '@portal/contract/calls.ts'
import { ownCallHeaders, SECOND_MS } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import { create } from 'zustand'
import { type ApiClient, ApiError } from '#lib/api/api-client.ts'
import { readLocalItem, writeLocalItem } from '#lib/browser-storage.ts'
import { showToast } from '#lib/toasts.ts'
import { writePictures } from '#manage/controls/pictures/picture-drafts.ts'
import { writeText } from './reply-drafts.ts'

/** Time in which an answer can be taken back. */
const UNDO_MS = 10 * SECOND_MS
/** Delay before the next attempt after a failure. */
const RETRY_MS = 15 * SECOND_MS

type Body = BodyFor<'POST /v1/manage/tickets/{id}/answers'>

export interface OutgoingAnswer {
  ticketId: number
  body: Body
  /** Key of the draft that gets the text back. */
  draftKey: string
  /** Time of sending, epoch ms. */
  sendAtMs: number
}

/** Answers that are not sent yet. The browser stores them too: the key `ref` makes a repeated request harmless. */
export const useOutgoing = create<{ answers: readonly OutgoingAnswer[] }>()(() => ({ answers: [] }))

interface Outbox {
  api: ApiClient
  storageKey: string
  /** Called after an answer was sent or refused. */
  onDone: () => void
}

let outbox: Outbox | null = null
const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** Sends the answers of this member of staff, also those of an earlier visit. It runs until the page is closed. */
export function openOutbox(next: Outbox): void {
  const isSame = outbox?.storageKey === next.storageKey
  if (outbox === null) addEventListener('pagehide', sendOnLeave)
  outbox = next
  if (isSame) return
  // Answers of a previous account wait for its next login.
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
  const stored = readStored(next.storageKey)
  useOutgoing.setState({ answers: stored })
  for (const answer of stored) schedule(answer)
}

function readStored(key: string): OutgoingAnswer[] {
  try {
    const stored = JSON.parse(readLocalItem(key) ?? '[]') as OutgoingAnswer[]
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

function setAnswers(answers: readonly OutgoingAnswer[]): void {
  useOutgoing.setState({ answers })
  if (outbox) writeLocalItem(outbox.storageKey, answers.length > 0 ? JSON.stringify(answers) : null)
}

function schedule({ body: { ref }, sendAtMs }: OutgoingAnswer, delayMs = sendAtMs - Date.now()): void {
  clearTimeout(timers.get(ref))
  timers.set(
    ref,
    setTimeout(() => void sendNow(ref), Math.max(0, delayMs)),
  )
}

/** Queues an answer; it is sent after `UNDO_MS`. */
export function queueAnswer(answer: Omit<OutgoingAnswer, 'sendAtMs'>): void {
  const queued = { ...answer, sendAtMs: Date.now() + UNDO_MS }
  setAnswers([...useOutgoing.getState().answers, queued])
  schedule(queued)
}

/** Takes an answer back: its text and its pictures become a draft again. */
export function takeBack(ref: string): void {
  const answer = remove(ref)
  if (!answer) return
  writeText(answer.draftKey, answer.body.content)
  writePictures(answer.draftKey, answer.body.pictures ?? [])
}

function remove(ref: string): OutgoingAnswer | undefined {
  clearTimeout(timers.get(ref))
  timers.delete(ref)
  const { answers } = useOutgoing.getState()
  setAnswers(answers.filter(({ body }) => body.ref !== ref))
  return answers.find(({ body }) => body.ref === ref)
}

export async function sendNow(ref: string): Promise<void> {
  const answer = useOutgoing.getState().answers.find(({ body }) => body.ref === ref)
  if (!answer || !outbox) return
  clearTimeout(timers.get(ref))
  const { api, onDone } = outbox
  try {
    await api.call('POST /v1/manage/tickets/{id}/answers', {
      params: { id: answer.ticketId },
      body: answer.body,
    })
    remove(ref)
    showToast('success', `已答复 T-${answer.ticketId}`)
  } catch (reason) {
    if (!(reason instanceof ApiError)) {
      // The browser is offline, so the answer stays in the list.
      schedule(answer, RETRY_MS)
      return
    }
    takeBack(ref)
    if (reason.code === CODE.conflict) {
      showToast('warning', `T-${answer.ticketId} 刚有新内容，答复没有发出，已放回草稿`)
    }
  }
  onDone()
}

/** Sends the queued answers when the page is left: the browser finishes these requests. A failed one is sent at the next visit. */
function sendOnLeave(): void {
  for (const { ticketId, body } of useOutgoing.getState().answers) {
    void fetch(`/v1/manage/tickets/${ticketId}/answers`, {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json', ...ownCallHeaders },
      body: JSON.stringify(body),
    }).catch(() => undefined)
  }
}
