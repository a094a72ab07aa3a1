import { Search } from '@lucide/icons'
import { type FormEvent, useEffect, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { TextLink } from '#ui/text-link.tsx'
import styles from './media.module.css'
import { MediaGrid } from './media-grid.tsx'
import type { MediaItem } from './media-words.ts'

interface MediaPickerProps {
  onPick: (item: MediaItem) => void
  onClose: () => void
}

/** A dialog that picks a picture or PDF of the library. */
export function MediaPicker({ onPick, onClose }: MediaPickerProps) {
  const [typed, setTyped] = useState('')
  const { items, next, isFailed, search, loadMore } = useLibrary()
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    search(typed.trim())
  }
  return (
    <ManageDialog title="从图片库选择" size="large" onClose={onClose}>
      <div className={styles.form}>
        <form className={styles.search} onSubmit={handleSubmit}>
          <input
            className={styles.field}
            type="search"
            aria-label="搜索图片库"
            placeholder="文件名、替代文字、用在哪篇"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit" variant="outline" icon={Search}>
            搜索
          </Button>
        </form>
        <p className={styles.faint}>
          这里没有的，先
          <TextLink to="/media" target="_blank">
            上传到图片与文件
          </TextLink>
          ，再回来搜索
        </p>
        {isFailed && (
          <Note tone="error" isLive>
            图片库没有打开，请检查网络后再搜索
          </Note>
        )}
        {items?.length === 0 && <EmptyState title="没有找到图片或文件">换个词再找，或上传新的</EmptyState>}
        {items && items.length > 0 && (
          <MediaGrid
            items={items}
            renderFrame={(item, cell) => (
              <button type="button" className={styles.frame} aria-label={item.name} onClick={() => onPick(item)}>
                {cell}
              </button>
            )}
          />
        )}
        {next && (
          <div className={styles.more}>
            <Button variant="outline" onClick={loadMore}>
              更早的
            </Button>
          </div>
        )}
      </div>
    </ManageDialog>
  )
}

/** Files of the library by a search, page after page. */
function useLibrary() {
  const api = useApi()
  const [request, setRequest] = useState({ search: '', after: '' })
  const [items, setItems] = useState<readonly MediaItem[] | null>(null)
  const [next, setNext] = useState<string | null>(null)
  const [isFailed, setIsFailed] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    const { search, after } = request
    const query = { ...(search !== '' && { search }), ...(after !== '' && { after }) }
    api.call('GET /v1/manage/media', { query, quiet: true, signal: controller.signal }).then(
      (page) => {
        setItems((before) => (request.after === '' ? page.records : [...(before ?? []), ...page.records]))
        setNext(page.next)
        setIsFailed(false)
      },
      () => setIsFailed(!controller.signal.aborted),
    )
    return () => controller.abort()
  }, [api, request])
  return {
    items,
    next,
    isFailed,
    search: (text: string) => setRequest({ search: text, after: '' }),
    loadMore: () => setRequest(({ search }) => ({ search, after: next ?? '' })),
  }
}
