import { EyeOff } from '@lucide/icons'
import { CODE } from '@portal/contract/errors.ts'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isEditor } from '#domain/people/roles.ts'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { showOffline } from '#lib/api/use-busy.ts'
import { useSession } from '#lib/session.ts'
import { showToast } from '#lib/toasts.ts'
import { Button } from '#ui/forms/button.tsx'
import type { ArticleView } from './article-view.ts'

const TakeOffDialog = lazy(async () => ({ default: (await import('./take-off-dialog.tsx')).TakeOffDialog }))

/** Lets editors unpublish an article with a reason for its author; renders nothing for others. */
export function TakeOff({ article }: { article: ArticleView }) {
  const isOffered = useSession(({ user }) => isEditor(user)) && article.isShelved
  const { isMissing, takeOff } = useTakeOff(article)
  const [isAsking, setIsAsking] = useState(false)
  if (!isOffered || isMissing) return null
  return (
    <>
      <Button icon={EyeOff} variant="outline" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        下架
      </Button>
      {isAsking && (
        <Suspense>
          <TakeOffDialog title={article.title} onTakeOff={takeOff} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  )
}

/** @returns whether upstream lacks the call, and a function that makes it and resolves to its success */
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
