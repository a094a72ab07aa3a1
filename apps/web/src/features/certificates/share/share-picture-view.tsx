import { ImageDown } from '@lucide/icons'
import { useEffect, useRef } from 'react'
import { saveFile } from '#lib/save-file.ts'
import { Button } from '#ui/forms/button.tsx'
import { useTexts } from '../texts/texts.tsx'
import { drawShare, PICTURE, type PictureFacts } from './share-picture.ts'
import styles from './share-picture-view.module.css'

/** The picture of a share, drawn in the browser, with a button to save it. */
export function SharePicture({ facts }: { facts: PictureFacts }) {
  const { picture: texts } = useTexts('shareDialog')
  const ref = useRef<HTMLCanvasElement>(null)
  const { organisation, conclusion, certificateNo, mass, issuedOn, pictureUrl, address, endTime } = facts
  useEffect(() => {
    const shown = { organisation, conclusion, certificateNo, mass, issuedOn, pictureUrl, address, endTime }
    if (ref.current) void drawShare(ref.current, shown, texts)
  }, [organisation, conclusion, certificateNo, mass, issuedOn, pictureUrl, address, endTime, texts])
  const save = () => ref.current?.toBlob((file) => file && saveFile(file, `${certificateNo}.png`), 'image/png')
  const words = [
    `${texts.conclusion} ${conclusion}`,
    `${texts.number} ${certificateNo}`,
    mass && `${texts.mass} ${mass}`,
    `${texts.issuedOn} ${issuedOn}`,
  ]
  return (
    <figure className={styles.root}>
      <canvas
        ref={ref}
        className={styles.picture}
        width={PICTURE.width}
        height={PICTURE.height}
        role="img"
        aria-label={texts.label(words.filter(Boolean), endTime)}
      />
      <figcaption className={styles.caption}>{texts.caption}</figcaption>
      <Button icon={ImageDown} variant="outline" onClick={save}>
        {texts.save}
      </Button>
    </figure>
  )
}
