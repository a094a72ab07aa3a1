import { Container } from '#ui/container.tsx'
import { Button } from '#ui/forms/button.tsx'
import shared from '#ui/shared.module.css'

/** Page shown in place of an English page that failed to load. */
export function EnglishFailure() {
  return (
    <Container className={shared.stack3}>
      <h1>The page could not be loaded</h1>
      <p>The service does not answer at the moment. Check your connection, or try again later.</p>
      <Button onClick={() => location.reload()}>Load again</Button>
    </Container>
  )
}
