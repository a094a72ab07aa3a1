import { Upload } from '@lucide/icons'
import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { uploadFault } from '#lib/api/picture-queue.ts'
import { PICTURE_TYPES } from '#lib/api/picture-upload.ts'
import { createProgressFetch } from '#lib/api/progress-fetch.ts'
import { formatBytes } from '#lib/format.ts'
import { showToast } from '#lib/toasts.ts'
import { DialogButtons } from '#manage/controls/dialogs/dialog-buttons.tsx'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import styles from '#manage/controls/media/media.module.css'
import { findFileFault, findPixelFault, formatSize, type MediaItem } from '#manage/controls/media/media-words.ts'
import { Ruler } from '#manage/controls/values/ruler.tsx'
import { FileButton } from '#ui/forms/file-button.tsx'

interface ReplaceDialogProps {
  item: MediaItem
  /** Number of uses. */
  uses: number
  onClose: () => void
}

/** Replaces a file: what is there now, and what comes in its place. */
export function ReplaceDialog({ item, uses, onClose }: ReplaceDialogProps) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState('')
  const [share, setShare] = useState<number | null>(null)
  const isPicture = item.kind === 'picture'
  const choose = async (chosen: File) => {
    const isOther = isPicture === /\.pdf$/i.test(chosen.name)
    const found = isOther
      ? '图片只能换成图片，PDF 只能换成 PDF'
      : (findFileFault(chosen) ?? (await findPixelFault(chosen)))
    setFault(found ?? '')
    setFile(found === null ? chosen : null)
  }
  const replace = async () => {
    if (!file) return
    setShare(0)
    setFault('')
    try {
      const body = new FormData()
      body.set('multipartFile', file)
      const via = createProgressFetch(setShare)
      await api.call('POST /v1/manage/media/{id}/file', { params: { id: item.id }, body, via, quiet: true })
      showToast('success', '已换上新文件')
      await revalidate()
      onClose()
    } catch (reason) {
      setFault(uploadFault(reason, '网络不通，没有换上，请重试'))
      setShare(null)
    }
  }
  return (
    <ManageDialog
      title={`换文件：${item.name}`}
      size="medium"
      dismissOnScrim={false}
      onClose={onClose}
      actions={
        <DialogButtons
          disabled={!file}
          isBusy={share !== null}
          busyLabel="上传中"
          onClick={() => void replace()}
          onClose={onClose}
        >
          换文件
        </DialogButtons>
      }
    >
      <div className={styles.form}>
        <p>
          {uses > 0 ? `${uses} 处用到它，地址不变，` : '地址不变，'}读者下次打开就是新文件。旧文件保留 90 天，可退回。
        </p>
        <table className={styles.compared}>
          <thead>
            <tr>
              <td />
              <th scope="col">现在</th>
              <th scope="col">换成</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">文件</th>
              <td>{item.name}</td>
              <td>{file?.name ?? '–'}</td>
            </tr>
            <tr>
              <th scope="row">大小</th>
              <td>
                {formatSize(item)}，{formatBytes(item.bytes)}
              </td>
              <td>{file ? formatBytes(file.size) : '–'}</td>
            </tr>
          </tbody>
        </table>
        <FileButton
          icon={Upload}
          accept={isPicture ? PICTURE_TYPES : 'application/pdf'}
          isBusy={share !== null}
          onFile={(chosen) => void choose(chosen)}
        >
          选择文件
        </FileButton>
        {share !== null && <Ruler share={share} label={`已上传 ${Math.round(share * 100)}%`} isProgress />}
        {fault !== '' && (
          <Note tone="error" isLive>
            {fault}
          </Note>
        )}
        <Note tone="warning">
          {isPicture ? '图片只能换成图片，10 MB 以内。' : 'PDF 只能换成 PDF，30 MB 以内。'}
          读者的浏览器最多还会用旧文件 10 分钟。
        </Note>
      </div>
    </ManageDialog>
  )
}
