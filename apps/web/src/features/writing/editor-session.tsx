import { useCallback, useRef, useState } from 'react'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { DonePage, type Outcome } from './done-page.tsx'
import { useClaim } from './drafts/draft-claim.ts'
import { draftKey } from './drafts/local-draft.ts'
import { VersionChoice } from './drafts/version-choice.tsx'
import { Editor } from './editor.tsx'
import { useOpening } from './use-opening.ts'
import type { TaxonomyOption } from './writing.ts'
import styles from './writing-pages.module.css'

export interface EditorSessionProps {
  userId: string | null
  /** `null` for a new article. */
  articleId: number | null
  categories: readonly TaxonomyOption[]
  tags: readonly TaxonomyOption[]
  /** Starts another article. */
  onAgain: () => void
}

/** One writer's session with one article: opens it, edits it, and shows what became of it. */
export function EditorSession({ userId, articleId, categories, tags, onAgain }: EditorSessionProps) {
  const [id, setId] = useState(articleId)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const idRef = useRef(articleId)
  const flushRef = useRef(() => Promise.resolve())
  const claim = useClaim(draftKey(userId, id), () => flushRef.current())
  const currentId = useCallback(() => idRef.current, [])
  const { opening, reopen } = useOpening(userId, currentId, claim.state === null ? null : claim.turn)

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
      isCurrent={opening.turn === claim.turn}
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
      <div className={styles.acts}>
        <Button onClick={onRetry}>重试</Button>
        <ButtonLink variant="outline" to="/user">
          我的文章
        </ButtonLink>
      </div>
    </div>
  )
}
