import { AArrowUp } from '@lucide/icons'
import { ELDER_KEY, ELDER_ON } from '#app/document/theme-script.ts'
import { writeSessionItem } from '#lib/browser-storage.ts'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useElder } from './elder.ts'

/** Larger type makes a page longer; the switch, or what is being read, stays where it is in the window. */
export function toggleElder({ currentTarget }: { currentTarget: Element }): void {
  const isElder = !useElder.getState().isElder
  const place = currentTarget.matches('footer *') ? currentTarget : findPlace()
  const top = place?.getBoundingClientRect().top ?? 0
  const { dataset } = document.documentElement
  if (isElder) dataset.elder = ELDER_ON
  else delete dataset.elder
  if (place) scrollBy(0, place.getBoundingClientRect().top - top)
  writeSessionItem(ELDER_KEY, isElder ? ELDER_ON : null)
  useElder.setState({ isElder })
}

/** Finds the first element in the middle column that begins in the window; none at the top of a page. */
function findPlace(): Element | undefined {
  if (scrollY === 0) return undefined
  const middle = innerWidth / 2
  return [...document.querySelectorAll('main *, footer *')].find((element) => {
    const { left, right, top } = element.getBoundingClientRect()
    return left < middle && right > middle && top > 0 && top < innerHeight
  })
}

/** The switch with a label; the toolbar has a switch of its own. */
export function ElderToggle({ className }: { className?: string | undefined }) {
  const isElder = useElder((state) => state.isElder)
  return (
    <Button className={className} variant="quiet" aria-pressed={isElder} onClick={toggleElder}>
      <Icon of={AArrowUp} />
      长辈版
    </Button>
  )
}
