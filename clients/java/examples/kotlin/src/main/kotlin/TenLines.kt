import dev.pageone.client.PageOneClient
import dev.pageone.v1.Strength

/** A whole match of one person, who does the first thing allowed, against three bots. */
fun main() {
    PageOneClient.builder("127.0.0.1:50051").build().use { client ->
        val game = client.startGame("american_page_one", 4, 0, Strength.STRENGTH_EASY)
        while (!game.isOver) {
            when {
                game.isRoundOver -> game.startRound()
                game.isTurn -> game.act(game.actions.first())
                else -> game.goOn()
            }
        }
        game.view.seatsList.forEach { println(it.score) }
    }
}
