(* ----- What every such file begins with: facts about real functions, proved here. ----- *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

(* The error function: Coq's library has none. *)
Definition erf (x : R) : R := 2 / sqrt PI * RInt (fun s => exp (- s ^ 2)) 0 x.

(* Rules of differentiation. *)
Lemma sx_equal (f : R -> R) (x l m : R) : is_derive f x l -> l = m -> is_derive f x m.
Proof. intros H E; rewrite <- E; exact H. Qed.
Lemma sx_const (c x : R) : is_derive (fun _ : R => c) x 0.
Proof. exact (is_derive_const c x). Qed.
Lemma sx_id (x : R) : is_derive (fun s : R => s) x 1.
Proof. exact (is_derive_id x). Qed.
Lemma sx_plus (f g : R -> R) (x l m : R) :
  is_derive f x l -> is_derive g x m -> is_derive (fun s => f s + g s) x (l + m).
Proof. intros; now apply (is_derive_plus f g). Qed.
Lemma sx_minus (f g : R -> R) (x l m : R) :
  is_derive f x l -> is_derive g x m -> is_derive (fun s => f s - g s) x (l - m).
Proof. intros; now apply (is_derive_minus f g). Qed.
Lemma sx_opp (f : R -> R) (x l : R) : is_derive f x l -> is_derive (fun s => - f s) x (- l).
Proof. intros; now apply (is_derive_opp f). Qed.
Lemma sx_mult (f g : R -> R) (x l m : R) :
  is_derive f x l -> is_derive g x m -> is_derive (fun s => f s * g s) x (l * g x + f x * m).
Proof.
  intros; apply (is_derive_mult f g); try assumption.
  intros a b; exact (Rmult_comm a b).
Qed.
Lemma sx_inv (f : R -> R) (x l : R) :
  f x <> 0 -> is_derive f x l -> is_derive (fun s => / f s) x (- (l * (/ f x * / f x))).
Proof.
  intros N H; apply (sx_equal _ _ (- l / f x ^ 2)); [now apply is_derive_inv | now field].
Qed.
Lemma sx_div (f g : R -> R) (x l m : R) :
  g x <> 0 -> is_derive f x l -> is_derive g x m ->
  is_derive (fun s => f s / g s) x (l * / g x + f x * (- (m * (/ g x * / g x)))).
Proof. intros N H K; exact (sx_mult f (fun s => / g s) x l _ H (sx_inv g x m N K)). Qed.
Lemma sx_pow (n : nat) (f : R -> R) (x l : R) :
  is_derive f x l -> is_derive (fun s => f s ^ n) x (INR n * l * f x ^ pred n).
Proof. intros; now apply is_derive_pow. Qed.
Lemma sx_comp (g f : R -> R) (x l m : R) :
  is_derive g (f x) m -> is_derive f x l -> is_derive (fun s => g (f s)) x (l * m).
Proof. intros; now apply (is_derive_comp g f). Qed.
Lemma sx_exp (f : R -> R) (x l : R) :
  is_derive f x l -> is_derive (fun s => exp (f s)) x (l * exp (f x)).
Proof. intros; apply (sx_comp exp f); [apply is_derive_exp | assumption]. Qed.
Lemma sx_sin (f : R -> R) (x l : R) :
  is_derive f x l -> is_derive (fun s => sin (f s)) x (l * cos (f x)).
Proof. intros; apply (sx_comp sin f); [apply is_derive_sin | assumption]. Qed.
Lemma sx_cos (f : R -> R) (x l : R) :
  is_derive f x l -> is_derive (fun s => cos (f s)) x (l * - sin (f x)).
Proof. intros; apply (sx_comp cos f); [apply is_derive_cos | assumption]. Qed.
Lemma sx_ln (f : R -> R) (x l : R) :
  0 < f x -> is_derive f x l -> is_derive (fun s => ln (f s)) x (l * / f x).
Proof. intros; apply (sx_comp ln f); [now apply is_derive_ln | assumption]. Qed.
Lemma sx_sqrt (f : R -> R) (x l : R) :
  0 < f x -> is_derive f x l -> is_derive (fun s => sqrt (f s)) x (l * (1 / 2 * / sqrt (f x))).
Proof.
  intros P H; apply (sx_equal _ _ (l / (2 * sqrt (f x)))); [now apply is_derive_sqrt |].
  assert (0 < sqrt (f x)) by now apply sqrt_lt_R0. field; lra.
Qed.
Lemma sx_atan (f : R -> R) (x l : R) :
  is_derive f x l -> is_derive (fun s => atan (f s)) x (l * / (1 + f x ^ 2)).
Proof.
  intros; apply (sx_comp atan f); [| assumption].
  apply (sx_equal _ _ (/ (1 + Rsqr (f x)))); [apply is_derive_atan | unfold Rsqr; f_equal; ring].
Qed.
Lemma sx_erf (f : R -> R) (x l : R) :
  is_derive f x l -> is_derive (fun s => erf (f s)) x (l * (2 * / sqrt PI * exp (- f x ^ 2))).
Proof.
  intros; apply (sx_comp erf f); [| assumption]. unfold erf.
  apply (sx_equal _ _ (0 * RInt (fun s => exp (- s ^ 2)) 0 (f x) + 2 / sqrt PI * exp (- f x ^ 2)));
    [| unfold Rdiv; ring].
  apply (sx_mult (fun _ => 2 / sqrt PI)); [apply sx_const |].
  assert (C : forall s, continuous (fun s => exp (- s ^ 2)) s).
  { intro s. apply (ex_derive_continuous (fun s => exp (- s ^ 2)) s). eexists.
    apply (sx_exp (fun s => - s ^ 2)), (sx_opp (fun s => s ^ 2)), (sx_pow 2 (fun s => s)), sx_id. }
  apply (is_derive_RInt (fun s => exp (- s ^ 2)) (fun b => RInt (fun s => exp (- s ^ 2)) 0 b) 0).
  - apply filter_forall; intro b. apply (RInt_correct (V := R_CompleteNormedModule)).
    apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros; apply C.
  - apply C.
Qed.

(* What unfolds a function into simpler ones. *)
Lemma sx_tanh (x : R) : tanh x = 1 - 2 * / (exp (2 * x) + 1).
Proof.
  unfold tanh, sinh, cosh. rewrite exp_Ropp. replace (2 * x) with (x + x) by ring.
  rewrite exp_plus. assert (0 < exp x) by apply exp_pos.
  field; repeat split; nra.
Qed.
Lemma sx_asin (x : R) : -1 < x < 1 -> asin x = atan (x / sqrt (1 - x ^ 2)).
Proof. intro H. rewrite (asin_atan x H). unfold Rsqr. do 3 f_equal. ring. Qed.
Lemma sx_acos (x : R) : -1 < x < 1 -> acos x = PI / 2 - atan (x / sqrt (1 - x ^ 2)).
Proof. intro H. rewrite (acos_asin x); [now rewrite sx_asin | lra]. Qed.
Lemma sx_sqrt_scale (k b : R) : 0 <= k -> 0 <= b -> sqrt (k ^ 2 * b) = k * sqrt b.
Proof.
  intros K B. rewrite sqrt_mult; [| apply pow2_ge_0 | exact B]. f_equal.
  replace (k ^ 2) with (k * k) by ring. now apply sqrt_square.
Qed.
Lemma sx_sqrt_square (x : R) : 0 <= x -> sqrt x ^ 2 = x.
Proof. intro H. rewrite <- (sqrt_sqrt x H) at 2. ring. Qed.

(* Sums of multiples inside exp, cos and sin. *)
Fixpoint sx_turn (n : nat) (c s : R) : R * R :=
  match n with
  | O => (1, 0)
  | S m => (fst (sx_turn m c s) * c - snd (sx_turn m c s) * s,
            fst (sx_turn m c s) * s + snd (sx_turn m c s) * c)
  end.
Lemma sx_turn_angle (n : nat) (b : R) :
  cos (INR n * b) = fst (sx_turn n (cos b) (sin b))
  /\ sin (INR n * b) = snd (sx_turn n (cos b) (sin b)).
Proof.
  induction n as [| n [C S]]; cbn [sx_turn fst snd].
  - simpl INR. rewrite Rmult_0_l. split; [apply cos_0 | apply sin_0].
  - rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, cos_plus, sin_plus, C, S. split; ring.
Qed.
Lemma sx_exp_part (n : nat) (b r : R) : exp (INR n * b + r) = exp b ^ n * exp r.
Proof.
  rewrite exp_plus. f_equal. induction n as [| n H].
  - simpl INR. rewrite Rmult_0_l. apply exp_0.
  - rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus, H. simpl. ring.
Qed.
Lemma sx_exp_part_neg (n : nat) (b r : R) : exp (- (INR n * b) + r) = / exp b ^ n * exp r.
Proof.
  rewrite exp_plus, exp_Ropp. do 2 f_equal.
  generalize (sx_exp_part n b 0). rewrite Rplus_0_r, exp_0, Rmult_1_r. tauto.
Qed.
Lemma sx_cos_part (n : nat) (b r : R) :
  cos (INR n * b + r) = fst (sx_turn n (cos b) (sin b)) * cos r - snd (sx_turn n (cos b) (sin b)) * sin r.
Proof. destruct (sx_turn_angle n b) as [C S]. now rewrite cos_plus, C, S. Qed.
Lemma sx_sin_part (n : nat) (b r : R) :
  sin (INR n * b + r) = snd (sx_turn n (cos b) (sin b)) * cos r + fst (sx_turn n (cos b) (sin b)) * sin r.
Proof. destruct (sx_turn_angle n b) as [C S]. now rewrite sin_plus, C, S. Qed.
Lemma sx_cos_part_neg (n : nat) (b r : R) :
  cos (- (INR n * b) + r) = fst (sx_turn n (cos b) (sin b)) * cos r + snd (sx_turn n (cos b) (sin b)) * sin r.
Proof. destruct (sx_turn_angle n b) as [C S]. rewrite cos_plus, cos_neg, sin_neg, C, S. ring. Qed.
Lemma sx_sin_part_neg (n : nat) (b r : R) :
  sin (- (INR n * b) + r) = - snd (sx_turn n (cos b) (sin b)) * cos r + fst (sx_turn n (cos b) (sin b)) * sin r.
Proof. destruct (sx_turn_angle n b) as [C S]. rewrite sin_plus, cos_neg, sin_neg, C, S. ring. Qed.
Lemma sx_sin_square (x : R) : sin x ^ 2 = 1 - cos x ^ 2.
Proof. generalize (sin2_cos2 x). unfold Rsqr. lra. Qed.
Lemma sx_sqrt_PI : sqrt PI ^ 2 = PI.
Proof. apply sx_sqrt_square. generalize PI_RGT_0; lra. Qed.

(* Sets that are open along a line. *)
Lemma sx_near_positive (f : R -> R) (x : R) :
  ex_derive f x -> 0 < f x -> locally x (fun s => 0 < f s).
Proof.
  intros D P. apply (ex_derive_continuous f x D (fun v => 0 < v)).
  exact (open_gt 0 (f x) P).
Qed.
Lemma sx_near_nonzero (f : R -> R) (x : R) :
  ex_derive f x -> f x <> 0 -> locally x (fun s => f s <> 0).
Proof.
  intros D P. apply (ex_derive_continuous f x D (fun v => v <> 0)).
  exact (open_neq 0 (f x) P).
Qed.

(* Tactics: the derivative of a formula by its shape; signs; identities. *)
Ltac sx_known := cbv beta; first
  [ match goal with H : ?P |- ?P => exact H end
  | apply Rgt_not_eq; solve [sx_known]
  | apply Rgt_not_eq, sqrt_lt_R0; solve [sx_known]
  | apply sqrt_lt_R0; solve [sx_known]
  | apply Rgt_not_eq, sqrt_lt_R0, PI_RGT_0
  | match goal with |- 1 + ?a ^ 2 <> 0 => generalize (pow2_ge_0 a); lra end
  | lra ].
Ltac sx_derive := lazymatch goal with
  | |- is_derive (fun _ => ?c) _ _ => apply sx_const
  | |- is_derive (fun s => s) _ _ => apply sx_id
  | |- is_derive (fun s => @?f s + @?g s) _ _ => apply (sx_plus f g); sx_derive
  | |- is_derive (fun s => @?f s - @?g s) _ _ => apply (sx_minus f g); sx_derive
  | |- is_derive (fun s => - @?f s) _ _ => apply (sx_opp f); sx_derive
  | |- is_derive (fun s => @?f s * @?g s) _ _ => apply (sx_mult f g); sx_derive
  | |- is_derive (fun s => / @?f s) _ _ => apply (sx_inv f); [sx_known | sx_derive]
  | |- is_derive (fun s => @?f s / @?g s) _ _ =>
      apply (sx_div f g); [sx_known | sx_derive | sx_derive]
  | |- is_derive (fun s => @?f s ^ ?n) _ _ => apply (sx_pow n f); sx_derive
  | |- is_derive (fun s => exp (@?f s)) _ _ => apply (sx_exp f); sx_derive
  | |- is_derive (fun s => sin (@?f s)) _ _ => apply (sx_sin f); sx_derive
  | |- is_derive (fun s => cos (@?f s)) _ _ => apply (sx_cos f); sx_derive
  | |- is_derive (fun s => ln (@?f s)) _ _ => apply (sx_ln f); [sx_known | sx_derive]
  | |- is_derive (fun s => sqrt (@?f s)) _ _ => apply (sx_sqrt f); [sx_known | sx_derive]
  | |- is_derive (fun s => atan (@?f s)) _ _ => apply (sx_atan f); sx_derive
  | |- is_derive (fun s => erf (@?f s)) _ _ => apply (sx_erf f); sx_derive
  end.
Ltac sx_bounds := repeat match goal with
  | |- context [exp ?x] => lazymatch goal with
      | _ : 0 < exp x |- _ => fail | _ => assert (0 < exp x) by apply exp_pos end
  | |- context [sin ?x] => lazymatch goal with
      | _ : -1 <= sin x <= 1 |- _ => fail | _ => assert (-1 <= sin x <= 1) by apply SIN_bound end
  | |- context [cos ?x] => lazymatch goal with
      | _ : -1 <= cos x <= 1 |- _ => fail | _ => assert (-1 <= cos x <= 1) by apply COS_bound end
  | |- context [sqrt ?x] => lazymatch goal with
      | _ : 0 <= sqrt x |- _ => fail | _ => assert (0 <= sqrt x) by apply sqrt_pos end
  end.
Lemma sx_exp_small (x : R) : x <= 0 -> exp x <= 1.
Proof.
  intros [L | E]; [apply Rlt_le; rewrite <- exp_0; now apply exp_increasing | rewrite E, exp_0; lra].
Qed.
Lemma sx_exp_smaller (x : R) : x < 0 -> exp x < 1.
Proof. intro L. rewrite <- exp_0. now apply exp_increasing. Qed.
Lemma sx_negative_quotient (a b : R) : a < 0 -> 0 < b -> a / b < 0.
Proof. intros A B. apply Ropp_lt_cancel. rewrite Ropp_0. unfold Rdiv.
  rewrite Ropp_mult_distr_l. apply Rmult_lt_0_compat; [lra | now apply Rinv_0_lt_compat].
Qed.
Ltac sx_negative := first [lra | apply sx_negative_quotient; [sx_negative | lra] | nra].
Lemma sx_ln_bound (x : R) : 0 < x -> ln x <= x - 1.
Proof. intro P. generalize (exp_ineq1_le (ln x)). rewrite exp_ln by exact P. lra. Qed.
Ltac sx_growth := repeat match goal with
  | |- context [ln ?x] => lazymatch goal with
      | _ : ln x <= x - 1 |- _ => fail
      | _ => assert (ln x <= x - 1) by (apply sx_ln_bound; lra) end
  | |- context [?a / ?b] => lazymatch goal with
      | _ : 0 < a / b |- _ => fail
      | _ : 0 <= a / b |- _ => fail
      | _ => first [assert (0 < a / b) by (apply Rdiv_lt_0_compat; lra) |
          assert (0 <= a / b) by (apply Rdiv_le_0_compat; lra)] end
  | |- context [exp ?x] => lazymatch goal with
      | _ : 1 + x <= exp x |- _ => fail | _ => assert (1 + x <= exp x) by apply exp_ineq1_le end
  | |- context [exp ?x] => lazymatch goal with
      | _ : exp x <= 1 |- _ => fail
      | _ : exp x < 1 |- _ => fail
      | _ => first [assert (exp x < 1) by (apply sx_exp_smaller; sx_negative) |
          assert (exp x <= 1) by (apply sx_exp_small; first [lra | nra])] end
  | |- context [exp ?x] => match goal with |- context [exp ?y] => lazymatch goal with
      | _ : exp x < exp y |- _ => fail
      | _ => assert (exp x < exp y) by (apply exp_increasing; first [lra | nra]) end end
  | |- context [sqrt ?x] => lazymatch goal with
      | _ : sqrt x * sqrt x = x |- _ => fail
      | _ => assert (sqrt x * sqrt x = x) by (apply sqrt_sqrt; first [lra | nra]) end
  end.
Ltac sx_linear := generalize PI_RGT_0 PI2_3_2 PI_4; intros; first [lra | nra].
Ltac sx_positive := cbv beta; first
  [ assumption | lra | apply exp_pos | exact PI_RGT_0
  | apply sqrt_lt_R0; sx_positive
  | apply Rinv_0_lt_compat; sx_positive
  | apply pow_lt; sx_positive
  | apply Rmult_lt_0_compat; sx_positive
  | apply Rdiv_lt_0_compat; sx_positive
  | apply Rplus_lt_0_compat; sx_positive
  | apply Rplus_lt_le_0_compat; [sx_positive | sx_nonnegative]
  | apply Rplus_le_lt_0_compat; [sx_nonnegative | sx_positive]
  | apply cos_gt_0; sx_linear
  | apply sin_gt_0; sx_linear
  | sx_bounds; sx_linear
  | sx_bounds; sx_growth; sx_linear ]
with sx_nonnegative := cbv beta; first
  [ assumption | lra | apply pow2_ge_0 | apply sqrt_pos
  | apply Rlt_le; solve [sx_positive]
  | apply Rmult_le_pos; sx_nonnegative
  | apply Rplus_le_le_0_compat; sx_nonnegative
  | apply pow_le; sx_nonnegative
  | apply cos_ge_0; sx_linear
  | apply sin_ge_0; sx_linear
  | sx_bounds; sx_linear ].
Ltac sx_nonzero := cbv beta; first
  [ assumption | lra
  | apply Rgt_not_eq; solve [sx_positive]
  | apply Rinv_neq_0_compat; solve [sx_nonzero]
  | apply Rmult_integral_contrapositive; split; solve [sx_nonzero]
  | apply pow_nonzero; solve [sx_nonzero]
  | match goal with |- ?a <> 0 => assert (0 < - a) by sx_positive; lra end ].
Ltac sx_constants := progress rewrite ?exp_0, ?cos_0, ?sin_0, ?ln_1, ?sqrt_0, ?sqrt_1.
Ltac sx_sign_of := lazymatch goal with
  | |- _ <> 0 => sx_nonzero
  | |- 0 < _ => sx_positive
  | |- 0 <= _ => sx_nonnegative
  | |- _ => sx_linear
  end.
Ltac sx_sign := first [solve [sx_sign_of] | sx_constants; sx_sign_of].
Ltac sx_side := repeat split; solve [sx_sign].
Ltac sx_arc := cbv beta; first [lra | split; nra | split; sx_linear].
Ltac sx_unfold := unfold tan, sinh, cosh, Rpower; rewrite ?sx_tanh; repeat match goal with
  | |- context [asin ?x] => rewrite (sx_asin x) by sx_arc
  | |- context [acos ?x] => rewrite (sx_acos x) by sx_arc
  end.
Ltac sx_numeral b := lazymatch b with
  | IZR _ => idtac
  | / ?c => sx_numeral c
  | ?c * ?d => sx_numeral c; sx_numeral d
  | ?c / ?d => sx_numeral c; sx_numeral d
  | - ?c => sx_numeral c
  | ?c ^ _ => sx_numeral c
  end.
Ltac sx_ring := unfold Rdiv; simpl INR; simpl pred; repeat match goal with
  | |- context [/ ?b] => tryif sx_numeral b then fail else (generalize (/ b); intro)
  end; first [ring | field; sx_side].
Lemma sx_erf_0 : erf 0 = 0.
Proof. unfold erf. rewrite RInt_point. apply Rmult_0_r. Qed.
Lemma sx_root_of (n : nat) (b : R) : (0 < n)%nat -> 0 < b -> exp (/ INR n * ln b) ^ n = b.
Proof.
  intros N P. generalize (sx_exp_part n (/ INR n * ln b) 0).
  rewrite exp_0, Rmult_1_r, Rplus_0_r. intro E. rewrite <- E, <- Rmult_assoc, Rinv_r, Rmult_1_l.
  - now apply exp_ln.
  - apply not_0_INR. intro Z. rewrite Z in N. inversion N.
Qed.
Ltac sx_root n := lazymatch goal with |- exp ?a ^ _ = ?b =>
  replace a with (/ INR n * ln b) by (simpl INR; field); apply sx_root_of; [apply Nat.lt_0_succ |] end.
Lemma sx_cos_arc (w : R) : cos (2 * atan w) = (1 - w ^ 2) / (1 + w ^ 2).
Proof.
  assert (N : cos (atan w) <> 0).
  { apply Rgt_not_eq, cos_gt_0; generalize (atan_bound w); lra. }
  assert (T : sin (atan w) = w * cos (atan w)).
  { rewrite <- (tan_atan w) at 2. unfold tan. now field. }
  generalize (sx_sin_square (atan w)). rewrite cos_2a, T. generalize (pow2_ge_0 w). intros P Q.
  assert (E : cos (atan w) ^ 2 = / (1 + w ^ 2)).
  { apply (Rmult_eq_reg_r (1 + w ^ 2)); [| lra]. rewrite Rinv_l by lra. nra. }
  replace (cos (atan w) * cos (atan w) - w * cos (atan w) * (w * cos (atan w)))
    with ((1 - w ^ 2) * cos (atan w) ^ 2) by ring.
  rewrite E. field. lra.
Qed.
Lemma sx_sin_arc (w : R) : sin (2 * atan w) = 2 * w / (1 + w ^ 2).
Proof.
  assert (N : cos (atan w) <> 0).
  { apply Rgt_not_eq, cos_gt_0; generalize (atan_bound w); lra. }
  assert (T : sin (atan w) = w * cos (atan w)).
  { rewrite <- (tan_atan w) at 2. unfold tan. now field. }
  generalize (sx_sin_square (atan w)). rewrite sin_2a, T. generalize (pow2_ge_0 w). intros P Q.
  assert (E : cos (atan w) ^ 2 = / (1 + w ^ 2)).
  { apply (Rmult_eq_reg_r (1 + w ^ 2)); [| lra]. rewrite Rinv_l by lra. nra. }
  replace (2 * (w * cos (atan w)) * cos (atan w)) with (2 * w * cos (atan w) ^ 2) by ring.
  rewrite E. field. lra.
Qed.
Ltac sx_angles :=
  repeat progress rewrite ?sx_cos_part, ?sx_sin_part, ?sx_cos_part_neg, ?sx_sin_part_neg;
  cbn [sx_turn fst snd];
  rewrite ?sx_cos_arc, ?sx_sin_arc, ?cos_0, ?sin_0, ?cos_PI2, ?sin_PI2, ?cos_PI6, ?sin_PI6, ?cos_PI4, ?sin_PI4.
Lemma sx_ln_pow (n : nat) (b : R) : 0 < b -> ln (b ^ n) = INR n * ln b.
Proof.
  intro P. induction n as [| n H]; [simpl; rewrite ln_1; ring |].
  rewrite S_INR. simpl pow. rewrite ln_mult, H; [ring | exact P | now apply pow_lt].
Qed.
Ltac sx_logarithms := repeat match goal with
  | |- context [ln (?b ^ ?n * ?r)] =>
      rewrite (ln_mult (b ^ n) r) by (first [solve [apply pow_lt; sx_positive] | sx_positive]);
      rewrite (sx_ln_pow n b) by sx_positive
  | |- context [ln (/ ?b ^ ?n * ?r)] =>
      rewrite (ln_mult (/ b ^ n) r) by sx_positive;
      rewrite (ln_Rinv (b ^ n)) by sx_positive; rewrite (sx_ln_pow n b) by sx_positive
  end.
Ltac sx_values := rewrite ?exp_0, ?cos_0, ?sin_0, ?ln_1, ?atan_0, ?atan_1, ?sx_erf_0, ?sqrt_0, ?sqrt_1.
Ltac sx_parts :=
  repeat progress rewrite ?sx_exp_part, ?sx_exp_part_neg;
  repeat match goal with |- context [exp (ln ?b)] => rewrite (exp_ln b) by sx_positive end;
  sx_angles; sx_logarithms;
  sx_values; rewrite ?ln_exp.
