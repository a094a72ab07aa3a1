import { CATEGORY } from '@portal/contract/constants.ts'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { classNames } from '#lib/class-names.ts'
import { closeDialog } from '#lib/dialogs.ts'
import { readKeyword } from '#lib/keyword.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Button } from '#ui/forms/button.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './search-dialog.module.css'
import field from './search-field.module.css'
import { SearchField } from './search-field.tsx'
import { SearchHit } from './search-hit.tsx'
import { type Search, useSearch } from './use-search.ts'

const NEWS_PATH = `/tags?categoryId=${CATEGORY.news}`

const close = () => closeDialog('search')

/** Closes the search for another page, and the login dialog below it. */
function leave(): void {
  close()
  closeDialog('login')
}

/** Finds articles while the visitor types; arrow keys move through the hits. */
export function SearchDialog() {
  const titleId = useId()
  const search = useSearch()
  const rootRef = useRef<HTMLDivElement>(null)
  return (
    <Dialog labelledBy={titleId} placement="top" className={styles.root} dismissOnScrim onClose={close}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only moves the focus between field and links */}
      <div ref={rootRef} className={styles.content} onKeyDown={(event) => moveFocus(event, rootRef.current)}>
        <h2 className={styles.title} id={titleId}>
          搜索新闻
        </h2>
        <SearchBar search={search} />
        <Hits search={search} />
        <VisuallyHidden role="status">{getAnnouncement(search)}</VisuallyHidden>
        <KeyHints />
      </div>
    </Dialog>
  )
}

function SearchBar({ search: { search } }: { search: Search }) {
  const navigate = useNavigate()
  const inputRef = useRef<HTMLInputElement>(null)
  useEffect(() => inputRef.current?.focus(), [])
  const handleInput = (event: FormEvent<HTMLInputElement>) => {
    // Ignores unfinished input of an input method.
    if (!(event.nativeEvent as InputEvent).isComposing) search(event.currentTarget.value)
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'Enter') search(event.currentTarget.value, true)
    if (event.key !== 'Escape') return
    // Overrides the browser's default, by which Escape only clears a search field.
    event.preventDefault()
    close()
  }
  const handleClick = () => {
    const keyword = readKeyword(inputRef.current?.value ?? '')
    leave()
    void navigate(keyword ? `${NEWS_PATH}&keyword=${encodeURIComponent(keyword)}` : NEWS_PATH)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the browsers we serve do not all know <search>
    <div className={classNames(field.bar, styles.bar)} role="search">
      <SearchField
        ref={inputRef}
        onInput={handleInput}
        onCompositionEnd={(event) => search(event.currentTarget.value)}
        onKeyDown={handleKeyDown}
      />
      <Button className={field.button} onClick={handleClick}>
        搜索
      </Button>
    </div>
  )
}

function Hits({ search: { hits, isBusy, hasMore, loadMore, follow } }: { search: Search }) {
  const listRef = useRef<HTMLUListElement>(null)
  const firstNew = useRef<number | null>(null)
  const handleLoad = () => {
    firstNew.current = hits?.length ?? 0
    loadMore()
  }
  useEffect(() => {
    // Moves the focus to the first new hit.
    if (firstNew.current === null || (hits?.length ?? 0) <= firstNew.current) return
    listRef.current?.querySelectorAll('a')[firstNew.current]?.focus()
    firstNew.current = null
  }, [hits])

  const handleFollow = () => {
    follow()
    leave()
  }

  if (hits === null) return <div className={styles.space} />
  return (
    <div className={styles.hits} aria-busy={isBusy}>
      {hits.length === 0 ? (
        <p className={styles.none}>没有找到相关内容，换个关键词再试</p>
      ) : (
        <>
          <ul ref={listRef}>
            {hits.map((hit) => (
              <li className={styles.hit} key={hit.id}>
                <SearchHit hit={hit} onFollow={handleFollow} />
              </li>
            ))}
          </ul>
          <div className={styles.more}>
            <LoadMore hasMore={hasMore} isBusy={isBusy} endText="已经到底了" onLoad={handleLoad} />
          </div>
        </>
      )}
    </div>
  )
}

function getAnnouncement({ hits, isBusy, hasMore }: Search): string {
  if (isBusy) return '正在搜索'
  if (hits === null) return ''
  if (hits.length === 0) return '没有找到相关内容'
  return hasMore ? `已列出 ${hits.length} 条结果，还有更多` : `共 ${hits.length} 条结果，已经到底了`
}

/** Moves the focus between the field and the hits. */
function moveFocus(event: KeyboardEvent, root: HTMLElement | null): void {
  if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || event.nativeEvent.isComposing) return
  const stops = [...(root?.querySelectorAll<HTMLElement>('input, li > a') ?? [])]
  const index = stops.indexOf(document.activeElement as HTMLElement)
  if (index === -1) return
  event.preventDefault()
  stops[index + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
}

const HINTS: readonly { keys: readonly string[]; text: string }[] = [
  { keys: ['Ctrl', 'K'], text: '打开' },
  { keys: ['↑', '↓'], text: '选择' },
  { keys: ['Enter'], text: '前往' },
  { keys: ['Esc'], text: '关闭' },
]

/** The keyboard shortcuts; hidden on phones. */
function KeyHints() {
  return (
    <div className={styles.keys} aria-hidden="true">
      {HINTS.map(({ keys, text }) => (
        <span className={styles.hint} key={text}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {text}
        </span>
      ))}
    </div>
  )
}
