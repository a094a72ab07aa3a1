import { Camera, CameraOff, Image } from '@lucide/icons'
import { useRef, useState } from 'react'
import { useBusy } from '#lib/api/use-busy.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Button } from '#ui/forms/button.tsx'
import { FileButton } from '#ui/forms/file-button.tsx'
import shared from '#ui/shared.module.css'
import { NotAPictureError, readPicture } from './qr-reader.ts'
import styles from './scan-dialog.module.css'
import { type CameraFault, type CameraState, useCamera } from './use-camera.ts'

const FAULTS: Readonly<Record<CameraFault, string>> = {
  insecure: '当前不是安全连接（https），浏览器不允许使用相机。请从相册选取图片，或手动输入编号。',
  missing: '这个浏览器不向网页提供相机。请从相册选取图片，或手动输入编号。',
  refused: '未获准使用相机。可在浏览器的网站设置中允许后重试，或从相册选取图片。',
  absent: '没有找到可用的相机。请从相册选取图片，或手动输入编号。',
  taken: '相机正被其他应用占用。请关闭后重试，或从相册选取图片。',
  failed: '相机未能打开。请重试，或从相册选取图片。',
}

/**
 * Reads the QR code of a certificate by camera or from a picture. Opens the camera only on a click.
 * @param onText called with the text of the QR code
 */
export function ScanDialog({ onText, onClose }: { onText: (text: string) => void; onClose: () => void }) {
  const videoRef = useRef<HTMLVideoElement>(null)
  const camera = useCamera(videoRef, onText)
  const [pictureFault, setPictureFault] = useState('')
  const isRunning = camera.state === 'opening' || camera.state === 'on'
  const handleCamera = () => {
    setPictureFault('')
    if (isRunning) camera.stop()
    else void camera.start()
  }
  return (
    <Dialog title="扫描证书二维码" titleClass={styles.title} onClose={onClose} dismissOnScrim className={styles.root}>
      <p className={shared.quiet}>画面与图片只在本机识别，不上传。识别后填入编号，不会自动查询。</p>
      <div className={styles.view} data-on={isRunning || undefined}>
        <video ref={videoRef} className={styles.video} muted playsInline aria-label="相机画面" />
        <span className={styles.frame} aria-hidden="true" />
      </div>
      <p className={styles.message} role="status" data-fault={isFault(camera.state) || pictureFault ? true : undefined}>
        {pictureFault || textFor(camera.state)}
      </p>
      <div className={styles.actions}>
        <Button
          icon={isRunning ? CameraOff : Camera}
          isBlock
          variant={isRunning ? 'outline' : 'primary'}
          onClick={handleCamera}
        >
          {isRunning ? '关闭相机' : camera.state === 'paused' ? '继续扫描' : '用相机扫描'}
        </Button>
        <PictureChoice
          onText={onText}
          onFault={(fault) => {
            camera.stop()
            setPictureFault(fault)
          }}
        />
      </div>
    </Dialog>
  )
}

function isFault(state: CameraState): state is CameraFault {
  return state in FAULTS
}

function textFor(state: CameraState): string {
  if (isFault(state)) return FAULTS[state]
  if (state === 'opening') return '正在打开相机，请在浏览器的提示中允许。'
  if (state === 'on') return '把证书上的二维码放进框内，距离约 15 cm。'
  return state === 'paused' ? '页面曾转到后台，相机已关闭。' : ''
}

const NOTHING_FOUND = '图片中没有认出二维码。请换一张更清晰、二维码更大的图片，或手动输入编号。'
const NO_PICTURE = '这个文件不是能打开的图片，请另选一张。'

/**
 * Chooses a picture with a plain file field, which also works in the web views of chat apps.
 * @param onFault called with an error message
 */
function PictureChoice({ onText, onFault }: { onText: (text: string) => void; onFault: (words: string) => void }) {
  const { isBusy, run } = useBusy((reason) => onFault(reason instanceof NotAPictureError ? NO_PICTURE : NOTHING_FOUND))
  const read = async (file: File) => {
    const text = await readPicture(file)
    if (text === null) onFault(NOTHING_FOUND)
    else onText(text)
  }
  return (
    <FileButton icon={Image} accept="image/*" isBlock isBusy={isBusy} onFile={(file) => void run(() => read(file))}>
      {isBusy ? '识别中' : '从相册选取图片'}
    </FileButton>
  )
}
