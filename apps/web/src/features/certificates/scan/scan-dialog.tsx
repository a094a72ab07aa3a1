import { Camera, CameraOff, Image } from '@lucide/icons'
import { useRef, useState } from 'react'
import { useBusy } from '#lib/api/use-busy.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Button } from '#ui/forms/button.tsx'
import { FileButton } from '#ui/forms/file-button.tsx'
import shared from '#ui/shared.module.css'
import { type LookupTexts, useTexts } from '../texts/texts.tsx'
import { NotAPictureError, readPicture } from './qr-reader.ts'
import styles from './scan-dialog.module.css'
import { type CameraFault, type CameraState, useCamera } from './use-camera.ts'

/**
 * Reads the QR code of a certificate by camera or from a picture. The camera is opened only by a click.
 * @param onText called with the text of the QR code
 */
export function ScanDialog({ onText, onClose }: { onText: (text: string) => void; onClose: () => void }) {
  const texts = useTexts('scan')
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
    <Dialog
      title={texts.title}
      closeLabel={texts.close}
      titleClass={styles.title}
      onClose={onClose}
      dismissOnScrim
      className={styles.root}
    >
      <p className={shared.quiet}>{texts.lead}</p>
      <div className={styles.view} data-on={isRunning || undefined}>
        <video ref={videoRef} className={styles.video} muted playsInline aria-label={texts.view} />
        <span className={styles.frame} aria-hidden="true" />
      </div>
      <p className={styles.message} role="status" data-fault={isFault(camera.state) || pictureFault ? true : undefined}>
        {pictureFault || getStateText(camera.state, texts)}
      </p>
      <div className={styles.actions}>
        <Button
          icon={isRunning ? CameraOff : Camera}
          isBlock
          variant={isRunning ? 'outline' : 'primary'}
          onClick={handleCamera}
        >
          {isRunning ? texts.stop : camera.state === 'paused' ? texts.again : texts.start}
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
  return !['off', 'opening', 'on', 'paused'].includes(state)
}

function getStateText(state: CameraState, texts: LookupTexts['scan']): string {
  return state === 'off' ? '' : texts.states[state]
}

/**
 * Chooses a picture by a plain file field, which also works in the web views of chat apps.
 * @param onFault called with an error message
 */
function PictureChoice({ onText, onFault }: { onText: (text: string) => void; onFault: (words: string) => void }) {
  const texts = useTexts('scan')
  const { isBusy, run } = useBusy((reason) =>
    onFault(reason instanceof NotAPictureError ? texts.noPicture : texts.nothingFound),
  )
  const read = async (file: File) => {
    const text = await readPicture(file)
    if (text === null) onFault(texts.nothingFound)
    else onText(text)
  }
  return (
    <FileButton icon={Image} accept="image/*" isBlock isBusy={isBusy} onFile={(file) => void run(() => read(file))}>
      {isBusy ? texts.busy : texts.album}
    </FileButton>
  )
}
