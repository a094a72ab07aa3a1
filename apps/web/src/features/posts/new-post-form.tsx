import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { createPicture, uploadFault, usePictureQueue } from '#lib/api/picture-queue.ts'
import { uploadPicture } from '#lib/api/picture-upload.ts'
import { showOffline, useBusy } from '#lib/api/use-busy.ts'
import { readSessionItem, TYPED, writeSessionItem } from '#lib/browser-storage.ts'
import { countChars } from '#lib/feedback.ts'
import { toUpstreamText } from '#lib/html/upstream-text.ts'
import { showToast } from '#lib/toasts.ts'
import { Button } from '#ui/forms/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { TextArea } from '#ui/forms/text-area.tsx'
import shared from '#ui/shared.module.css'
import styles from './new-post-page.module.css'
import { PicturePicker } from './picture-picker.tsx'
import { PICTURES_MAX } from './post-view.ts'

/** Limits of `POST /v1/say/insertSay` (contract, `createSay`), in characters. */
const CONTENT_MAX = 2000
const PLACE_MAX = 100

export function NewPostForm() {
  const { draft, change, drop } = usePostDraft()
  const { pictures, queue, add } = usePostPictures(draft, change)
  const isUploading = pictures.some(({ state }) => state === 'waiting' || state === 'sending')
  const { error, isBusy, publish } = usePublish(draft, isUploading, drop)
  const handlePaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    add(files)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    publish()
  }
  return (
    <div className={styles.form} onPaste={handlePaste}>
      <TextArea
        label="内容"
        value={draft.content}
        placeholder="今天的实验室里有什么"
        rows={6}
        error={error}
        count={{ now: countChars(draft.content.trim()), max: CONTENT_MAX }}
        onChange={({ target }) => change({ content: target.value })}
        onKeyDown={handleKeyDown}
      />
      <PicturePicker pictures={pictures} queue={queue} onAdd={add} />
      <Field
        label="地点（可不填）"
        value={draft.place}
        maxLength={PLACE_MAX}
        placeholder="例如：昆明"
        autoComplete="off"
        onChange={({ target }) => change({ place: target.value })}
      />
      <label className={styles.public}>
        <input
          className={styles.box}
          type="checkbox"
          checked={draft.isPublic}
          onChange={({ target }) => change({ isPublic: target.checked })}
        />
        公开 <span className={shared.note}>不勾选则只有自己可见</span>
      </label>
      <div className={styles.buttons}>
        <Button isBusy={isBusy} busyLabel="发布中" onClick={publish}>
          发布
        </Button>
        <span className={shared.note}>{isUploading ? '图片上传后即可发布' : '内容保存在本标签页'}</span>
      </div>
    </div>
  )
}

function usePostPictures(draft: PostDraft, onChange: (changes: Partial<PostDraft>) => void) {
  const api = useApi()
  const { pictures, queue } = usePictureQueue({
    send: (file, options) => uploadPicture(api, file, options),
    initial: draft.pictures.map((url) => createPicture({ url, state: 'stored' })),
    concurrency: PICTURES_MAX,
    faultOf: (reason) => uploadFault(reason, '网络不通'),
    onChange: (all) => onChange({ pictures: all.flatMap(({ url }) => url || []) }),
  })
  const add = (files: readonly File[]) => {
    const { faults, isOverMax } = queue.add(files, PICTURES_MAX)
    if (faults[0]) showToast('warning', faults[0])
    if (isOverMax) showToast('warning', `最多 ${PICTURES_MAX} 张图片`)
  }
  return { pictures, queue, add }
}

function usePublish(draft: PostDraft, isUploading: boolean, onPublished: () => void) {
  const api = useApi()
  const navigate = useNavigate()
  const [error, setError] = useState<string>()
  const { isBusy, run } = useBusy((reason) => showOffline(reason, '网络不通，内容还在，请稍后重试'))
  const send = async () => {
    const { content, pictures, place, isPublic } = draft
    await api.call('POST /v1/say/insertSay', {
      body: {
        content: toUpstreamText(content),
        imgUrl: pictures.join(','),
        ...(place.trim() && { address: place.trim() }),
        isPublic: isPublic ? 1 : 0,
      },
    })
    onPublished()
    showToast('success', '发布成功')
    void navigate('/say')
  }
  const publish = () => {
    if (isBusy) return
    const wrong = findFault(draft)
    setError(wrong)
    if (!wrong && isUploading) showToast('info', '图片还在上传，请稍候')
    else if (!wrong) void run(send)
  }
  return { error, isBusy, publish }
}

function findFault({ content }: PostDraft): string | undefined {
  const count = countChars(content.trim())
  if (count === 0) return '请输入内容'
  return count > CONTENT_MAX ? `内容超过 ${CONTENT_MAX} 字，请缩短` : undefined
}

/** An unsent short post. */
interface PostDraft {
  content: string
  place: string
  isPublic: boolean
  /** Addresses of the uploaded pictures, in order. */
  pictures: readonly string[]
}

const EMPTY_POST: PostDraft = { content: '', place: '', isPublic: true, pictures: [] }
const STORAGE_KEY = `${TYPED}post`

/**
 * Stores the draft of a post in session storage. Only the owner of the site gets this form, so it never runs on the
 * server.
 */
function usePostDraft() {
  const [draft, setDraft] = useState(readDraft)
  const change = (changes: Partial<PostDraft>) =>
    setDraft((before) => {
      const next = { ...before, ...changes }
      writeSessionItem(STORAGE_KEY, JSON.stringify(next))
      return next
    })
  return { draft, change, drop: () => writeSessionItem(STORAGE_KEY, null) }
}

function readDraft(): PostDraft {
  try {
    const stored = JSON.parse(readSessionItem(STORAGE_KEY) ?? '{}') as Partial<PostDraft>
    const pictures = Array.isArray(stored.pictures) ? stored.pictures.filter((one) => typeof one === 'string') : []
    return { ...EMPTY_POST, ...stored, pictures }
  } catch {
    return EMPTY_POST
  }
}
