"""One player-turn of the naive twin: draw, meld, attack phase with its battle, discard (PB-10..85)."""

from __future__ import annotations

from tests.games.planet_busters import naive_after, naive_fire, naive_late
from tests.games.planet_busters.naive_battle import Battle
from tests.games.planet_busters.naive_chance import EVENT
from tests.games.planet_busters.naive_fleet import AttackLedger
from tests.games.planet_busters.naive_pieces import Piece, faces_that_bite
from tests.games.planet_busters.naive_world import LIMIT, SUDDEN, Player, World


class AttackPhase:
    """PB-20..22: what the attacker may still do this turn, and what Spies and Revolts have done."""

    def __init__(self, world: World, player: Player) -> None:
        self.world, self.player = world, player
        self.marked: list[Piece] = []
        self.cards: list[Piece] = []  # Revolt markers lying on planets
        self.shown: list[Piece] = []
        self.spied_on: Player | None = None
        self.revolted: Player | None = None
        self.battle: Battle | None = None

    def allowed(self) -> list[Player]:
        """Opponents, clockwise, whom earlier plays of this turn do not rule out."""
        world, values = self.world, self.world.values
        seats = world.seats_from(self.player.seat)[1:]
        opponents = [world.players[seat] for seat in seats]
        if values["revolt_binds_target"] and self.revolted is not None:
            opponents = [o for o in opponents if o is self.revolted]
        if values["spy_binds_target"] and self.spied_on is not None:
            opponents = [o for o in opponents if o is self.spied_on]
        return opponents

    def unmarked(self, opponent: Player) -> list[Piece]:
        planets = [planet for planet in opponent.planets if planet not in self.marked]
        return sorted(planets, key=lambda p: (p.value, p.pid))

    def used(self, card: Piece, name: str, success: bool) -> None:
        count, seat = self.world.count, self.player.seat
        count["ev_used", name] += 1
        count["ev_success", name] += success
        count["used_by", seat, name] += 1
        count["success_by", seat, name] += success
        self.player.rack.remove(card)

    def spy(self, opponent: Player, card: Piece) -> int:
        """PB-21: the number of pieces he may turn up."""
        face = self.world.chance.die(EVENT, card)
        self.used(card, "spy", True)
        self.world.throw(card)
        self.spied_on = opponent
        return face

    def show(self, pieces: list[Piece]) -> None:
        for piece in pieces:
            piece.up = True
            self.shown.append(piece)

    def revolt(self, opponent: Player, planet: Piece, card: Piece) -> bool:
        """PB-22: on success the marker stays on the planet until the battle is over."""
        success = self.world.chance.die(EVENT, card) in faces_that_bite(self.world.values["revolt_odds"])
        self.used(card, "revolt", success)
        self.revolted = opponent
        if success:
            self.marked.append(planet)
            self.cards.append(card)
        else:
            self.world.throw(card)
        return success

    def run(self) -> None:
        choice = self.player.mind.attack(self)
        if choice is not None:
            self.fight(*choice)
            return
        for piece in self.shown:
            piece.up = False
        naive_after.move_revolted(self.world, self.player, self.marked, self.cards)

    def fight(self, opponent: Player, ships: list[tuple[Piece, Piece | None]], busters: list[Piece]) -> None:
        """PB-23..74."""
        world, count = self.world, self.world.count
        for piece in self.shown:
            if piece not in opponent.ring:
                piece.up = False
        ledger = AttackLedger(world.values, self.player, count, self.player.planets)
        ledger.discarded = world.throw
        b = Battle(world, self.player, opponent, self.marked, self.shown, ledger)
        self.battle = b
        world.battle_started(self.player, opponent)
        b.declare(ships, busters)
        b.pay_move()
        b.defenders_events()
        if b.fleet:
            self.combat(b)
        naive_after.aftermath(b, self.marked, self.cards)
        for side in (b.att, b.dfn):
            side.close()
        if b.lost_value[self.player.seat] < b.lost_value[opponent.seat]:
            count["battles_won", self.player.seat] += 1

    def combat(self, b: Battle) -> None:
        b.fought = True
        b.attacking_carriers()
        for laser_round in range(b.values["laser_rounds"]):
            if laser_round == 0:
                b.defending_carriers()
                b.line_up()
            elif not b.start_again():
                break
            b.pairing()
            if not b.open_targets:
                break
            if laser_round == 0:
                b.mines()
            b.attacker.mind.fire(b)
            b.defender.mind.return_fire(b)
            if laser_round == 0:
                naive_late.late_events(b)
                naive_late.chaff(b)
            naive_fire.lasers(b)
        naive_after.torpedoes(b)
        naive_late.chaff_before_capture(b)
        naive_after.capture(b)
        naive_after.busters(b)


def play_turn(world: World, seat: int) -> None:
    """PB-10; sets `world.end_reason` when the game is over."""
    player, values = world.players[seat], world.values
    wanted = values["draw_per_turn"] + values["colony_draw_bonus"] * len(player.colonies)
    if not player.ring:
        wanted += values["catch_up_draw"]
    for piece in player.ring:
        piece.fresh = False
    drawn = world.draw(seat, wanted)
    world.note_first_draw(seat, drawn)
    if world.treaty_drawer < 0:
        player.mind.meld_phase()
    if world.treaty_drawer >= 0:
        finish_with_treaty(world)
        return
    if world.round > values["no_attack_rounds"]:
        AttackPhase(world, player).run()
    for piece in player.mind.discard_phase():
        player.rack.remove(piece)
        world.throw(piece)
        world.count["rack_overflow_discards"] += 1
    assert not values["rack_limit"] or len(player.rack) <= values["rack_limit"]
    end_of_turn(world, player)


def finish_with_treaty(world: World) -> None:
    """PB-80."""
    world.end_reason = 0
    who = {"drawer": 1, "all": world.n, "none": 0}[world.values["treaty_meld"]]
    for seat in world.seats_from(world.treaty_drawer)[:who]:
        for planet in world.players[seat].mind.treaty_meld():
            world.players[seat].rack.remove(planet)
            world.players[seat].planets.append(planet)


def end_of_turn(world: World, player: Player) -> None:
    """PB-84, 85."""
    values = world.values
    if values["sudden_death"] and not any(p.reserve for p in world.players) and not player.ring:
        world.end_reason = SUDDEN
        world.loser = player.seat
    elif values["end_on_empty_deck"] and not world.deck:
        world.end_reason = LIMIT
    elif values["round_limit"] and world.turn == values["round_limit"] * world.n:
        world.end_reason = LIMIT
