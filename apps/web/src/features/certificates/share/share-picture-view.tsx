import { ImageDown } from '@lucide/icons'
import { useEffect, useRef } from 'react'
import { saveFile } from '#lib/save-file.ts'
import { Button } from '#ui/forms/button.tsx'
import { drawShare, PICTURE, type PictureFacts } from './share-picture.ts'
import styles from './share-picture-view.module.css'

/** The picture to save, made in the browser. */
export function SharePicture({ facts }: { facts: PictureFacts }) {
  const ref = useRef<HTMLCanvasElement>(null)
  const { organisation, conclusion, certificateNo, mass, issuedOn, pictureUrl, address, endTime } = facts
  useEffect(() => {
    const shown = { organisation, conclusion, certificateNo, mass, issuedOn, pictureUrl, address, endTime }
    if (ref.current) void drawShare(ref.current, shown)
  }, [organisation, conclusion, certificateNo, mass, issuedOn, pictureUrl, address, endTime])
  const save = () => ref.current?.toBlob((file) => file && saveFile(file, `${certificateNo}.png`), 'image/png')
  const words = [
    `检测结论 ${conclusion}`,
    `证书编号 ${certificateNo}`,
    mass && `总质量 ${mass}`,
    `签发日期 ${issuedOn}`,
  ]
  return (
    <figure className={styles.root}>
      <canvas
        ref={ref}
        className={styles.picture}
        width={PICTURE.width}
        height={PICTURE.height}
        role="img"
        aria-label={`分享图片：${words.filter(Boolean).join('，')}，二维码打开此分享，${endTime} 止，不含核对码`}
      />
      <figcaption className={styles.caption}>保存的图片，1080 × 1440</figcaption>
      <Button icon={ImageDown} variant="outline" onClick={save}>
        保存图片
      </Button>
    </figure>
  )
}
