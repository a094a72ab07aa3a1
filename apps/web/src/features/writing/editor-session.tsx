import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { DonePage, type Outcome } from './done-page.tsx'
import { useClaim } from './drafts/draft-claim.ts'
import type { DraftStore } from './drafts/draft-store.ts'
import { toDraftKey } from './drafts/local-draft.ts'
import { VersionChoice } from './drafts/version-choice.tsx'
import { Editor } from './editor.tsx'
import { type Choice, loadOpening, type Start } from './load-opening.ts'
import type { TaxonomyOption } from './writing.ts'
import styles from './writing-pages.module.css'

export interface EditorSessionProps {
  userId: string | null
  /** Id of the article; `null` for a new one. */
  articleId: number | null
  categories: readonly TaxonomyOption[]
  tags: readonly TaxonomyOption[]
  /** Starts another article. */
  onAgain: () => void
}

/** Session of one author with one article: opens it, edits it, and shows the result. */
export function EditorSession({ userId, articleId, categories, tags, onAgain }: EditorSessionProps) {
  const [id, setId] = useState(articleId)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const idRef = useRef(articleId)
  const flushRef = useRef(() => Promise.resolve())
  const claim = useClaim(toDraftKey(userId, id), () => flushRef.current())
  const currentId = useCallback(() => idRef.current, [])
  const { opening, reopen } = useOpening(userId, currentId, claim.state === null ? null : claim.generation)

  const handleStored = useCallback((storedId: number) => {
    idRef.current = storedId
    setId(storedId)
    // Bypasses the router: a navigation would remount the editor.
    history.replaceState(history.state, '', `/newposts?id=${storedId}`)
  }, [])

  if (outcome) {
    const begin = () => {
      history.replaceState(history.state, '', '/newposts')
      onAgain()
    }
    return <DonePage outcome={outcome} onAgain={begin} canBegin={articleId === null} />
  }
  if (opening.phase === 'failed') return <FailedOpening message={opening.message} onRetry={reopen} />
  if (opening.phase === 'choosing') return <VersionChoice choice={opening.choice} onChoose={opening.choose} />
  if (opening.phase === 'loading') {
    return (
      <div className={styles.session}>
        <h1 className={styles.sessionTitle}>{articleId === null ? '写文章' : '编辑文章'}</h1>
        <p role="status">正在打开编辑器</p>
      </div>
    )
  }
  return (
    <Editor
      key={opening.time}
      userId={userId}
      start={opening.start}
      store={opening.store}
      categories={categories}
      tags={tags}
      claim={claim}
      isCurrent={opening.generation === claim.generation}
      flushRef={flushRef}
      onStored={handleStored}
      onDone={setOutcome}
      onReopen={reopen}
    />
  )
}

function FailedOpening({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className={styles.session}>
      <h1 className={styles.sessionTitle}>文章没有打开</h1>
      <p role="alert">{message}</p>
      <div className={styles.actions}>
        <Button onClick={onRetry}>重试</Button>
        <ButtonLink variant="outline" to="/user">
          我的文章
        </ButtonLink>
      </div>
    </div>
  )
}

type OpeningState =
  | { phase: 'loading' }
  | { phase: 'failed'; message: string }
  | { phase: 'choosing'; choice: Choice; choose: (which: 'here' | 'other') => Promise<void> }
  | { phase: 'ready'; start: Start; store: DraftStore; generation: number; time: number }

/** Loads the local draft and the stored article, again whenever `generation` changes. While `generation` is `null` it waits. */
function useOpening(userId: string | null, articleId: () => number | null, generation: number | null) {
  const api = useApi()
  const [opening, setOpening] = useState<OpeningState>({ phase: 'loading' })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (generation === null) return undefined
    // Number of this opening: the editor is remounted for each.
    const time = tries + generation
    const controller = new AbortController()
    const open = async () => {
      const { store, start } = await loadOpening(api.bindTo(controller.signal), userId, articleId())
      if (controller.signal.aborted) return
      if (!('takeHere' in start)) return setOpening({ phase: 'ready', start, store, generation, time })
      const choose = async (which: 'here' | 'other') => {
        const chosen = await (which === 'here' ? start.takeHere() : start.takeOther())
        setOpening({ phase: 'ready', start: chosen, store, generation, time })
      }
      setOpening({ phase: 'choosing', choice: start, choose })
    }
    open().catch((reason: unknown) => {
      if (controller.signal.aborted) return
      const message = reason instanceof ApiError ? reason.message : '网络不通，或服务暂时没有响应。请检查网络后重试。'
      setOpening({ phase: 'failed', message })
    })
    return () => controller.abort()
  }, [api, userId, articleId, generation, tries])
  const reopen = useCallback(() => {
    setOpening({ phase: 'loading' })
    setTries((count) => count + 1)
  }, [])
  return { opening, reopen }
}
