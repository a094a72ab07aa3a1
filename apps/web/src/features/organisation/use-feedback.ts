import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useApi } from '#lib/api-context.ts'
import { countChars, FEEDBACK_CONTENT_MAX } from '#lib/feedback.ts'
import { readSessionItem, writeSessionItem } from '#lib/session-storage.ts'
import { showToast } from '#lib/toasts.ts'

/** `type` on the wire (contract, `sendFeedback`). */
export const FEEDBACK_TYPES = [
  { value: '1', text: '建议' },
  { value: '2', text: '问题反馈' },
] as const

export interface FeedbackDraft {
  type: string
  title: string
  content: string
}

type Checked = 'title' | 'content'

const EMPTY: FeedbackDraft = { type: '1', title: '', content: '' }
/** A login over another site loads the page again; what was written is kept in this tab until then. */
const STORAGE_KEY = 'feedback-draft'

export function useFeedback() {
  const api = useApi()
  const [draft, setDraft] = useState(EMPTY)
  const [checked, setChecked] = useState<ReadonlySet<Checked>>(new Set())
  const [isBusy, setIsBusy] = useState(false)
  const [summary, setSummary] = useState('')
  const formRef = useRef<HTMLFormElement>(null)

  useEffect(() => {
    const kept = readSessionItem(STORAGE_KEY)
    if (!kept) return
    writeSessionItem(STORAGE_KEY, null)
    setDraft(readDraft(kept))
  }, [])

  const faults = faultsOf(draft)
  const send = async () => {
    setIsBusy(true)
    try {
      const { type, title, content } = draft
      await api.call('POST /v1/feedback/', {
        body: { type: Number(type), title: title.trim(), content: content.trim() },
      })
      setDraft(EMPTY)
      writeSessionItem(STORAGE_KEY, null)
      setChecked(new Set())
      showToast('success', '反馈已提交')
    } catch {
      // Shown by the API client, or a network error, of which the specification shows nothing. The text stays.
    } finally {
      setIsBusy(false)
    }
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setChecked(new Set(['title', 'content']))
    setSummary(Object.values(faults).join('，'))
    const [wrong] = Object.keys(faults)
    if (!wrong) return void send()
    const control = formRef.current?.elements.namedItem(wrong)
    if (control instanceof HTMLElement) control.focus()
  }
  return {
    draft,
    isBusy,
    summary,
    formRef,
    errors: {
      title: checked.has('title') ? faults.title : undefined,
      content: checked.has('content') ? faults.content : undefined,
    },
    change: (changes: Partial<FeedbackDraft>) => setDraft((before) => ({ ...before, ...changes })),
    check: (name: Checked) => setChecked((before) => new Set(before).add(name)),
    /** Keeps the text for a page that is loaded again after the login. */
    keep: () => writeSessionItem(STORAGE_KEY, draft.title || draft.content ? JSON.stringify(draft) : null),
    handleSubmit,
    handleKeyDown: (event: KeyboardEvent) => {
      // The Enter that takes over a word from the input method is not meant for the form; in Safari its code is 229.
      if (event.key === 'Enter' && (event.nativeEvent.isComposing || event.keyCode === 229)) event.preventDefault()
    },
  }
}

function faultsOf({ title, content }: FeedbackDraft): Partial<Record<Checked, string>> {
  return {
    ...(!title.trim() && { title: '请输入标题' }),
    ...(!content.trim() && { content: '请输入内容' }),
    ...(countChars(content.trim()) > FEEDBACK_CONTENT_MAX && {
      content: `内容超过 ${FEEDBACK_CONTENT_MAX} 字，请缩短`,
    }),
  }
}

function readDraft(kept: string): FeedbackDraft {
  try {
    return { ...EMPTY, ...(JSON.parse(kept) as Partial<FeedbackDraft>) }
  } catch {
    return EMPTY
  }
}
