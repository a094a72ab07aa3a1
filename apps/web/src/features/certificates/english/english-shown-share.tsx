import { CardLanguage } from '../language/card-texts.ts'
import { ShownShare, type ShownShareProps } from '../share/shown-share.tsx'
import { englishCard } from './english-card.tsx'

/** A live share with its certificate in English; loaded after the words around it. */
export function EnglishShownShare(props: ShownShareProps) {
  return (
    <CardLanguage value={englishCard}>
      <ShownShare {...props} />
    </CardLanguage>
  )
}
