import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import { isEditor } from '#domain/people/roles.ts'
import { useSession } from '#lib/session.ts'
import { TextLink } from '#ui/text-link.tsx'
import type { ArticleView } from './article-view.ts'
import styles from './unpublished-note.module.css'

const STATES: Readonly<Record<number, { words: string; isReviewed: boolean }>> = {
  [PUBLISH_STATE.offShelf]: { words: '文章已下架', isReviewed: true },
  [PUBLISH_STATE.inReview]: { words: '文章正在审核', isReviewed: true },
  [PUBLISH_STATE.draft]: { words: '文章是草稿', isReviewed: false },
}

/** Marks an unpublished article, with links for its author to edit it and for editors to review it. */
export function UnpublishedNote({ article: { id, authorId, publishState } }: { article: ArticleView }) {
  const isWriter = useSession(({ user }) => user !== null && user.id === authorId)
  const isDecider = useSession(({ user }) => isEditor(user))
  const known = STATES[publishState]
  if (!known) return null
  return (
    <div className={styles.root}>
      <p>{known.words}，只有作者和编辑能看到。</p>
      {isWriter && (
        <TextLink className={styles.way} to={`/newposts?id=${id}`}>
          编辑文章
        </TextLink>
      )}
      {isDecider && known.isReviewed && (
        <TextLink className={styles.way} to={`/review?article=${id}`}>
          去审核页
        </TextLink>
      )}
    </div>
  )
}
