import { useRevalidator } from 'react-router-dom'

/** Loads methods and recent entries again, after a change. */
export function useMethodChanged(): () => Promise<void> {
  const { revalidate } = useRevalidator()
  return revalidate
}
