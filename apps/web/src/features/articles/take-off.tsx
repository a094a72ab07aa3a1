import { EyeOff } from '@lucide/icons'
import { CODE } from '@portal/contract/errors.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isEditor } from '#domain/people/roles.ts'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { showOffline } from '#lib/api/use-busy.ts'
import { classNames } from '#lib/class-names.ts'
import { countChars } from '#lib/feedback.ts'
import { useSession } from '#lib/session.ts'
import { showToast } from '#lib/toasts.ts'
import styles from '#ui/dialogs/form-dialog.module.css'
import { TextDialog } from '#ui/dialogs/text-dialog.tsx'
import { Button } from '#ui/forms/button.tsx'
import shared from '#ui/shared.module.css'
import type { ArticleView } from './article-view.ts'

/** Limit of `POST /v1/review/article` (contract, `reviewArticle`), in characters. */
const NOTE_MAX = 400

/** Lets editors unpublish an article with a reason for its author; renders nothing for others. */
export function TakeOff({ article }: { article: ArticleView }) {
  const isOffered = useSession(({ user }) => isEditor(user)) && article.isShelved
  const { isMissing, takeOff } = useTakeOff(article)
  const [isOpen, setIsOpen] = useState(false)
  if (!isOffered || isMissing) return null
  return (
    <>
      <Button icon={EyeOff} variant="outline" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        下架
      </Button>
      {isOpen && (
        <TextDialog
          title={`下架“${article.title}”？`}
          titleClass={classNames(styles.title, shared.pretty)}
          field={{ label: '原因', hint: '以通知告诉作者。', rows: 4, max: NOTE_MAX }}
          submitLabel="下架"
          busyLabel="下架中"
          faultOf={findFault}
          onSubmit={takeOff}
          onClose={() => setIsOpen(false)}
        >
          <p className={shared.soft}>下架后只有作者和编辑能看到这篇文章，评论一并隐藏；可在审核页重新上架。</p>
        </TextDialog>
      )}
    </>
  )
}

function findFault(note: string): string | undefined {
  if (note === '') return '请写明下架的原因'
  return countChars(note) > NOTE_MAX ? `原因超过 ${NOTE_MAX} 字，请缩短` : undefined
}

/** @returns whether upstream lacks the call, and a function that makes the call and resolves to its success */
function useTakeOff({ id }: ArticleView) {
  const api = useApi()
  const navigate = useNavigate()
  const [isMissing, setIsMissing] = useState(false)
  const takeOff = async (note: string) => {
    try {
      await api.call('POST /v1/review/article', { body: { id, decision: 'takeOff', note } })
    } catch (reason) {
      showOffline(reason)
      if (reason instanceof ApiError && reason.code === CODE.noSuchCall) setIsMissing(true)
      return false
    }
    showToast('success', '文章已下架')
    void navigate('/review?tab=shelf')
    return true
  }
  return { isMissing, takeOff }
}
