import { REPORT_PICTURES_MAX } from '@portal/contract/certificates/certificate-states.ts'
import { useId, useState } from 'react'
import field from '#ui/forms/field.module.css'
import shared from '#ui/shared.module.css'
import { findReplyFault } from './conversation-action.ts'

/** File field for the pictures of a reply: the browser's own, so that it works without JavaScript. */
export function PictureField() {
  const id = useId()
  const [files, setFiles] = useState<readonly File[]>([])
  return (
    <div className={shared.stackTight}>
      <label className={shared.label} htmlFor={id}>
        图片（选填）
      </label>
      <input
        className={field.input}
        id={id}
        type="file"
        name="picture"
        multiple
        accept="image/jpeg,image/png,image/gif,image/webp"
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => setFiles([...(target.files ?? [])])}
      />
      <p className={shared.note} id={`${id}-hint`}>
        最多 {REPORT_PICTURES_MAX} 张，JPG、PNG、GIF 或 WebP，每张不超过 10 MB。只有本中心工作人员能看到。
      </p>
      <noscript>
        <p className={shared.note}>浏览器未启用脚本：全部图片合计不超过 10 MB，提交不成功须重新选择。</p>
      </noscript>
      {files.length > 1 && <p className={shared.note}>已选：{files.map(({ name }) => name).join('、')}</p>}
      <p className={shared.fault} role="alert">
        {files.length > 0 && findReplyFault('', files)}
      </p>
    </div>
  )
}
