import { ImageUp } from '@lucide/icons'
import { type ChangeEvent, useRef, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { DangerButton, DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { useAction } from '#manage/controls/saving/use-action.ts'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { Button } from '#ui/forms/button.tsx'
import hidden from '#ui/visually-hidden.module.css'
import styles from './people.module.css'
import type { Person } from './people-words.ts'

/** The picture of a person's signature, which owners upload and remove. */
export function SigningPicture({ person: { id, nickname, signingPicture } }: { person: Person }) {
  const api = useApi()
  const runAction = useAction()
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState('')
  const [isRemoving, setIsRemoving] = useState(false)
  const { isBusy, run } = useBusy((reason) =>
    setFault(reason instanceof ApiError ? reason.message : '网络不通，没有上传，请重试'),
  )
  const handleFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    target.value = ''
    if (!file) return
    setFault('')
    void run(async () => {
      const body = new FormData()
      body.append('multipartFile', file)
      const input = { params: { id }, body, quiet: true }
      await runAction(() => api.call('POST /v1/manage/users/{id}/signingPicture', input), '签名图片已保存')
    })
  }
  const remove = () =>
    runAction(() => api.call('DELETE /v1/manage/users/{id}/signingPicture', { params: { id } }), '签名图片已移除')
  return (
    <div className={styles.foot}>
      {signingPicture === null ? (
        <StatusMark shape="wait">没有签名图片</StatusMark>
      ) : (
        <img
          className={styles.signature}
          src={`/v1/manage/users/signingPictures/${signingPicture}.png`}
          alt={`${nickname}的签名`}
        />
      )}
      <input
        ref={input}
        className={hidden.root}
        type="file"
        accept="image/png,image/jpeg"
        tabIndex={-1}
        aria-label="上传签名图片"
        onChange={handleFile}
      />
      <div className={styles.line}>
        <Button
          variant="outline"
          icon={ImageUp}
          isBusy={isBusy}
          busyLabel="上传中"
          onClick={() => input.current?.click()}
        >
          {signingPicture === null ? '上传签名图片' : '换一张'}
        </Button>
        {signingPicture !== null && <DangerButton onClick={() => setIsRemoving(true)}>移除</DangerButton>}
      </div>
      <div className={styles.wide}>
        {fault && (
          <p className={styles.fault} role="alert">
            {fault}
          </p>
        )}
        <p className={styles.faint}>
          PNG 或 JPEG，裁去四周空白；透明底的 PNG 最好。印在 A4、A5 证书的署名之上，只用于以后批准的证书；已批准的不变。
        </p>
      </div>
      {isRemoving && (
        <DangerDialog
          title={`移除“${nickname}”的签名图片？`}
          verb="移除"
          onConfirm={remove}
          onClose={() => setIsRemoving(false)}
        >
          <p>以后批准的证书只印署名；已批准的证书重印时仍有签名。</p>
        </DangerDialog>
      )}
    </div>
  )
}
