import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import { isEditor } from '#lib/roles.ts'
import { useSession } from '#lib/session.ts'
import { TextLink } from '#ui/text-link.tsx'
import styles from './unpublished-note.module.css'

const STATES: Readonly<Record<number, { words: string; isReviewed: boolean }>> = {
  [PUBLISH_STATE.offShelf]: { words: '文章已下架', isReviewed: true },
  [PUBLISH_STATE.inReview]: { words: '文章正在审核', isReviewed: true },
  [PUBLISH_STATE.draft]: { words: '文章是草稿', isReviewed: false },
}

/** Says to whoever sees an article that is not published why others do not; editors are led to where they decide. */
export function UnpublishedNote({ articleId, state }: { articleId: number; state: number }) {
  const isDecider = useSession(({ user }) => isEditor(user))
  const known = STATES[state]
  if (!known) return null
  return (
    <p className={styles.root}>
      {known.words}，只有作者和编辑能看到。
      {isDecider && known.isReviewed && <TextLink to={`/review?article=${articleId}`}>去审核页</TextLink>}
    </p>
  )
}
